import { SHEET_NAMES } from '#domain/desk/sheet'
import { REVIEW_KINDS } from '#services/desk/review-kinds'

/** Every page of the desk; for pages of a record, one from the seed. */
export const DESK_PATHS = [
  ...[
    '',
    '/now',
    '/users',
    '/reports',
    '/risk',
    '/feeds',
    '/coupons',
    '/coupons/1',
    '/staff',
    '/audit?check=1',
    '/factors',
  ],
  ...REVIEW_KINDS.map(({ name }) => `/queue/${name}?view=approved`),
  ...SHEET_NAMES.map((name) => `/sheets/${name}`),
  ...['/sheets/pairs/BTC-USDT', '/sheets/texts/faq~en'],
].map((path) => `/admin${path}`)

/** Limits of a pair: an order's distance from the index, and the digits of a price. They set no price. */
const HARMLESS = ['price_band', 'price_decimals']

/** True for names of fields, cells and columns with which the desk could decide winners or balances. */
export const isForbidden = (name: string): boolean =>
  /price|outcome|odds|winner|win_rate|balance|profit|robot|risk_mode|result/i.test(name) && !HARMLESS.includes(name)
