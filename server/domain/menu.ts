// The entries of the home menu, in the order of the wire's icons. The seed, /api/menu and the names that pages give the entries derive from
// this list; operators show, hide and sort the entries.

export const OPEN_TYPES = ['navigateTo', 'redirectTo', 'reLaunch', 'switchTab'] as const
export type OpenType = (typeof OPEN_TYPES)[number]

interface MenuEntry<Title extends string> {
  /** Key of the client's "home" texts. */
  readonly title: Title
  /** Address on the wire. An entry without one has no page yet and is not stored. */
  readonly url: string
  readonly openType: OpenType
  readonly isFinancial: boolean
}

const entry = <const Title extends string>(
  title: Title,
  url: string,
  { openType = 'navigateTo', isFinancial = false }: Partial<Omit<MenuEntry<Title>, 'title' | 'url'>> = {},
): MenuEntry<Title> => ({ title, url, openType, isFinancial })

export const MENU = [
  entry('market', '/pages/market/market', { openType: 'switchTab' }),
  entry('exchange', '/pages/transaction/currency'),
  entry('transaction', '/pages/transaction/order', { openType: 'switchTab' }),
  entry('transfer', '/pages/fund/transfer'),
  entry('bills', '/pages/setting/bill'),
  entry('recharge', '/pages/fund/select?url=receive'),
  entry('withdraw', '/pages/fund/withdraw'),
  entry('futures', '/pages/transaction/contract'),
  entry('seconds', '/pages/transaction/index2'),
  entry('copytrade', '/pages/copytrade/copy'),
  entry('ieo', '/pages/ieo/ieo', { isFinancial: true }),
  entry('lockming', '/pages/lockming/lockming', { isFinancial: true }),
  entry('invest', '/pages/invest/invest', { isFinancial: true }),
  entry('nft', '/pages/nft/nft'),
  entry('borrowing', '/pages/common/borrowing'),
  entry('otc', '/pages/otc/otc'),
  // Clients with a page of markets alone are led there.
  entry('stock', '/pages/market/market?list=stocks', { openType: 'reLaunch' }),
  entry('coupon', '/pages/setting/coupon'),
  entry('chatroom', '/pages/chat/chat'),
  entry('game', '/pages/game/game'),
  entry('share', '/pages/setting/share'),
  entry('quiz', '/pages/quiz/quiz'),
] as const

export type MenuTitle = (typeof MENU)[number]['title']

/** File stem of the icon of an entry at a place of the list, from 0. Clients tell entries apart by it, so none has another's. */
export const menuIcon = (index: number): string => `home-nav-${index + 1}`

/** What the clients' texts have a word for: another title would be an entry without a label. */
const CLIENT_TITLES =
  'ieo lockming invest seconds futures exchange transfer nft copytrade otc game stock chatroom margin mining coupon bills borrowing market transaction recharge withdraw'.split(
    ' ',
  )

/** Where clients of the wire have another page than the address says, or only a drawing of one (null). */
const CLIENT_PAGES: Readonly<Partial<Record<MenuTitle, string | null>>> = {
  exchange: '/pages/transaction/index',
  bills: '/pages/fund/assets_all_record',
  copytrade: '/pages/follow/index',
  otc: null,
  coupon: null,
  chatroom: null,
}

/** The icons that clients carry. Each is an entry's key to them, so there are no more entries than icons. */
const CLIENT_ICONS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 13, 14, 15].map((number) => `home-nav-${number}`)

interface Shown {
  readonly title: string
  readonly url: string
  readonly icon: string
}

/** What clients of the wire can show of the menu, in its order: entries with a label, a page and an icon of their own. */
export function clientMenu<Item extends Shown>(items: readonly Item[]): Item[] {
  const known = items.flatMap((item) => {
    // Titles that the list does not have are an operator's, and have no other page.
    const page = CLIENT_PAGES[item.title as MenuTitle]
    return CLIENT_TITLES.includes(item.title) && page !== null ? [{ ...item, url: page ?? item.url }] : []
  })
  return CLIENT_ICONS.flatMap((icon, index) => {
    const item = known[index]
    return item ? [{ ...item, icon }] : []
  })
}
