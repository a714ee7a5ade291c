import { readFileSync, writeFileSync } from 'node:fs';

import { noticesPage } from './notices-page.ts';

const PATH = new URL('../../docs/notices.md', import.meta.url);

writeFileSync(PATH, noticesPage(readFileSync(PATH, 'utf8')));
