// The entries of the home menu, in the order of the wire's icons. The seed, /api/menu and the names that pages give the entries derive from
// this list; operators show, hide and sort the entries.

export const OPEN_TYPES = ['navigateTo', 'redirectTo', 'reLaunch', 'switchTab'] as const
export type OpenType = (typeof OPEN_TYPES)[number]

interface MenuEntry<Title extends string> {
  /** Key of the client's "home" texts. */
  readonly title: Title
  /** URL on the old wire. An entry without one has no page yet and isn't stored. */
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
  entry('earn', '/pages/financial/index'),
] as const

export type MenuTitle = (typeof MENU)[number]['title']

/** Icon file name of the entry at an index, from 0. Clients identify entries by it, so it is unique. */
export const menuIcon = (index: number): string => `home-nav-${index + 1}`

/** Titles that the clients' texts contain: any other title would give an entry without a label. */
const CLIENT_TITLES =
  'ieo lockming invest seconds futures exchange transfer nft copytrade otc game stock chatroom margin mining coupon bills borrowing market transaction recharge withdraw'.split(
    ' ',
  )

/** Titles whose page on the old wire's clients differs from the URL, or is only a mock-up (null). */
const CLIENT_PAGES: Readonly<Partial<Record<MenuTitle, string | null>>> = {
  exchange: '/pages/transaction/index',
  bills: '/pages/fund/assets_all_record',
  copytrade: '/pages/follow/index',
  otc: null,
  coupon: null,
  chatroom: null,
}

/** Icons of the clients. Each is an entry's key there, so entries never outnumber icons. */
const CLIENT_ICONS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 13, 14, 15].map((number) => `home-nav-${number}`)

interface Shown {
  readonly title: string
  readonly url: string
  readonly icon: string
}

/** Menu entries for the old wire's clients, in order: those with a label, a page and an icon of their own. */
export function clientMenu<Item extends Shown>(items: readonly Item[]): Item[] {
  const known = items.flatMap((item) => {
    // Titles outside the list were added by an operator and have no other page.
    const page = CLIENT_PAGES[item.title as MenuTitle]
    return CLIENT_TITLES.includes(item.title) && page !== null ? [{ ...item, url: page ?? item.url }] : []
  })
  return CLIENT_ICONS.flatMap((icon, index) => {
    const item = known[index]
    return item ? [{ ...item, icon }] : []
  })
}
