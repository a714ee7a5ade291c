const VOID = new Set(['meta', 'br', 'input', 'link', 'img', 'hr']);
const TAG = /<(\/?)([a-zA-Z][\w-]*)((?:\s+[\w:-]+(?:="[^"<]*")?)*)\s*(\/?)>|<!doctype html>|</g;

/** What is wrong with the tags of a page, in words: read strictly, as only our own pages need to be. Empty when all is well. */
export function unbalancedTags(html: string): readonly string[] {
  const open: string[] = [];
  const wrong: string[] = [];
  const text = html.replace(/<(style|script)>[\s\S]*?<\/\1>/g, '');
  for (const match of text.matchAll(TAG)) {
    const [whole, slash, name, , closed] = match;
    if (whole === '<') wrong.push(`not a tag: ${text.slice(match.index, match.index + 60)}`);
    else if (name === undefined || closed === '/' || VOID.has(name)) continue;
    else if (slash === '') open.push(name);
    else if (open.pop() !== name) wrong.push(`</${name}> closes another element`);
  }
  return [...wrong, ...open.map((name) => `<${name}> is not closed`)];
}
