/** The route of a request; `other` is not a route of the platform. */
export type RouteKind =
  | 'login'
  | 'place'
  | 'modify'
  | 'cancel'
  | 'today-orders'
  | 'order'
  | 'orders-by-user-tag'
  | 'contracts'
  | 'quotes'
  | 'signal'
  | 'start-position'
  | 'square-off'
  | 'other';

const POSITIONS = '/api/webhook/custom-position/execution/';
const BY_ROUTE: Readonly<Record<string, RouteKind>> = {
  'POST /login': 'login',
  'POST /place': 'place',
  'PUT /modify': 'modify',
  'POST /cancel': 'cancel',
  'GET /today-orders': 'today-orders',
  'GET /order': 'order',
  'GET /orders-by-user-tag': 'orders-by-user-tag',
  'GET /contracts': 'contracts',
  'GET /simulator/quotes': 'quotes',
  'GET /simulator/quotes/history': 'quotes',
  'POST /webhook/tv/tk-trade': 'signal',
};

/** The kind of a request, from its method and its path with or without a query. */
export function routeKind(method: string, path: string): RouteKind {
  const end = path.indexOf('?');
  const bare = end < 0 ? path : path.slice(0, end);
  const known = BY_ROUTE[`${method} ${bare}`];
  if (known !== undefined) return known;
  if (method !== 'POST' || !bare.startsWith(POSITIONS)) return 'other';
  if (bare.startsWith(`${POSITIONS}start/`)) return 'start-position';
  return bare.startsWith(`${POSITIONS}square-off/`) ? 'square-off' : 'other';
}

/** Whether requests of a kind change nothing at the platform: some may be left out. */
export function isReadKind(kind: RouteKind): boolean {
  return READS.some((read) => read === kind);
}

/** Kinds that show orders. */
export const ORDER_READS = ['today-orders', 'order', 'orders-by-user-tag'] as const;
/** Kinds whose answer is a list of orders. */
export const ORDER_LISTS = ['today-orders', 'orders-by-user-tag'] as const;
/** Kinds that change nothing. */
export const READS = [...ORDER_READS, 'contracts', 'quotes'] as const;
/** Kinds that change something, on the orders host. */
export const ORDER_WRITES = ['place', 'modify', 'cancel'] as const;
/** Kinds that need a session. */
export const WITH_SESSION = [...READS, ...ORDER_WRITES] as const;
/** Every kind of the platform. */
export const ALL_KINDS = [
  'login',
  ...WITH_SESSION,
  'signal',
  'start-position',
  'square-off',
] as const;
/** Kinds that change something at the platform, sessions apart. */
export const WRITES = [...ORDER_WRITES, 'signal', 'start-position', 'square-off'] as const;
