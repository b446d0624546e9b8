import { SHEET_NAMES } from '#domain/desk/sheet'
import { REVIEW_KINDS } from '#services/desk/review-kinds'

/** Every page of the desk; for pages of a record, one from the seed. */
export const DESK_PATHS = [
  ...['', '/users', '/reports', '/risk', '/feeds', '/coupons', '/coupons/1', '/staff', '/audit?check=1', '/factors'],
  ...REVIEW_KINDS.map(({ name }) => `/queue/${name}?view=approved`),
  ...SHEET_NAMES.map((name) => `/sheets/${name}`),
  ...['/sheets/pairs/BTC-USDT', '/sheets/texts/faq~en'],
].map((path) => `/admin${path}`)

/** What no field, cell or column of the desk is named after: nobody there decides who wins or what somebody owns. */
export const FORBIDDEN = /price|outcome|odds|winner|win_rate|balance|profit|robot|risk_mode|result/i
