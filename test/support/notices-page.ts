import { CONCERNS } from '../../src/notices/notice.ts';

/** What `docs/notices.md` has below this line is written by `npm run write:notices`. */
const MARK = '<!-- Below: npm run write:notices -->';

/** The page with its list of codes as the catalogue has them; what stands above the mark stays. */
export function noticesPage(page: string): string {
  const [head = ''] = page.split(MARK);
  const concerns = Object.entries(CONCERNS).map(([title, kinds]) => {
    const entries = Object.entries(kinds).map(([code, { severity, meaning, action }]) => {
      const among = typeof severity === 'string' ? [severity] : severity.among;
      return `- \`${code}\` (${among.join(' or ')}): ${meaning}\n  _To do:_ ${action}`;
    });
    return `## ${title}\n\n${entries.join('\n')}`;
  });
  return `${head}${MARK}\n\n${concerns.join('\n\n')}\n`;
}
