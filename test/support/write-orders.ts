import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { format, resolveConfig } from 'prettier';

import { ordersPage } from './orders-page.ts';

const PATH = fileURLToPath(new URL('../../docs/orders.md', import.meta.url));

const options = { ...(await resolveConfig(PATH)), filepath: PATH };
writeFileSync(PATH, await format(ordersPage(readFileSync(PATH, 'utf8')), options));
