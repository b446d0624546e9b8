// Table of all pages: old app names, path, title, login required. Old links redirect by it (old-links.ts). Used by
// server and tests only: too large for the browser bundle.

import type { FlatNamespace } from 'i18next'
import type { WordKey } from '../../locales/key'

/** Translation key of a page name: "wallet.bills" is `bills` of `wallet.json`. */
export type PageName = { [Ns in FlatNamespace]: `${Ns}.${WordKey<Ns>}` }[FlatNamespace]

export interface Page {
  /** `pages/…` paths of the old app, the main one first. Empty for a new page. */
  readonly old: readonly string[]
  /** `:symbol` and `:id` are replaced from the query of an old link. */
  readonly path: string
  /** Title key. */
  readonly name: PageName
  readonly needsLogin: boolean
}

type Row = readonly [path: string, old: string, name: PageName]

const pages = (needsLogin: boolean, rows: readonly Row[]): Page[] =>
  rows.map(([path, old, name]) => ({ path, old: names(old), name, needsLogin }))

const forAnyone = (...rows: readonly Row[]) => pages(false, rows)
const forUsers = (...rows: readonly Row[]) => pages(true, rows)

const names = (old: string): string[] => (old === '' ? [] : old.split(' '))

export const PAGES: readonly Page[] = [
  ...forAnyone(['/', 'index/index', 'shell.nav_home']),
  ...forAnyone(
    ['/market', 'market/market quotation/index', 'shell.nav_market'],
    ['/search', 'market/search', 'search.title'],
    ['/feeds', '', 'shell.feed_health'],
    ['/status', '', 'status.title'],
  ),
  ...forAnyone(
    ['/trade', 'transaction/index', 'shell.nav_trade'],
    ['/trade/spot/:symbol', 'transaction/currency', 'shell.nav_trade'],
  ),
  ...forUsers(['/orders', 'transaction/order transaction/currency_order', 'spot.orders_title']),
  ...forUsers(
    ['/assets', 'fund/assets', 'wallet.title'],
    ['/assets/transfer', 'fund/fundTransfer', 'wallet.transfer'],
    ['/assets/transfers', 'fund/transfer_history', 'wallet.transfer_history'],
    ['/assets/bills', 'setting/bill', 'wallet.bills'],
    ['/assets/record', 'fund/assets_record', 'wallet.bills'],
    ['/assets/records', 'fund/assets_all_record', 'wallet.bills'],
    ['/assets/statement', '', 'wallet.statement_month'],
    ['/assets/portfolio', '', 'wallet.portfolio'],
  ),
  ...forUsers(['/assets/convert', 'fund/transfer', 'funds.convert']),
  ...forUsers(
    ['/assets/coins', 'fund/select', 'funds.coins'],
    ['/assets/deposit', 'fund/receive', 'funds.deposit'],
    ['/assets/deposit/bank', 'fund/receive_bank', 'funds.deposit_bank'],
    ['/assets/requests', 'fund/receive_withdraw_record', 'funds.requests'],
    ['/assets/requests/:id', 'fund/transactionDetail', 'funds.request'],
  ),
  ...forUsers(
    ['/assets/withdraw', 'fund/withdraw', 'funds.withdraw'],
    ['/settings/addresses', 'setting/wallet', 'funds.addresses'],
    ['/settings/addresses/new', 'setting/addWallet', 'funds.add_address'],
    ['/settings/cards', 'setting/bank', 'funds.card_domestic'],
    ['/settings/cards/international', 'setting/bank_international', 'funds.card_international'],
  ),
  ...forAnyone(
    ['/login', 'common/login', 'identity.login_title'],
    ['/register', 'common/register', 'identity.register_title'],
    ['/forgot', 'common/forget', 'identity.forgot_title'],
    ['/confirm-mobile', '', 'identity.confirm_mobile_title'],
    ['/area', 'common/area', 'identity.area_title'],
    ['/settings/area', 'setting/areas', 'identity.area_title'],
    ['/login/verify', '', 'security.second_step_title'],
  ),
  ...forAnyone(
    ['/settings', 'setting/setting', 'settings.title'],
    ['/settings/language', '', 'shell.language'],
    ['/settings/fiat', '', 'shell.fiat'],
    ['/settings/theme', '', 'shell.theme'],
    ['/settings/rise', '', 'shell.rise'],
    ['/settings/asking', '', 'settings.asking'],
  ),
  ...forUsers(
    ['/settings/profile', 'setting/userInfo', 'security.profile_title'],
    ['/settings/security', 'setting/security', 'security.title'],
    ['/settings/security/password', 'setting/password', 'security.login_password'],
    ['/settings/security/fund-password', 'setting/fund_password', 'security.fund_password'],
    ['/settings/security/pay-password', 'setting/payPassword', 'security.pay_password'],
    ['/settings/security/email', '', 'security.email'],
    ['/settings/security/mobile', '', 'security.mobile'],
    ['/settings/security/authenticator', '', 'security.totp_title'],
    ['/settings/security/passkeys', '', 'security.passkeys_title'],
    ['/settings/security/recovery', '', 'security.recovery_title'],
    ['/settings/security/sessions', '', 'security.sessions_title'],
    ['/settings/api', '', 'keys.title'],
    ['/oauth/authorize', '', 'keys.agent_title'],
  ),
  ...forUsers(
    ['/settings/identity', 'setting/real', 'verification.title'],
    ['/settings/identity/advanced', 'setting/real_mark', 'verification.advanced'],
  ),
  ...forAnyone(
    ['/news', 'messages/ggList', 'content.news'],
    ['/news/:id', 'messages/ggDetail common/article', 'content.news'],
    ['/faq', 'common/faq', 'content.faq'],
    ['/contact', 'common/contactus', 'content.contact'],
    ['/about', 'common/aboutus', 'content.about'],
    ['/compliance', 'setting/operational_compliance', 'content.compliance'],
    ['/terms', '', 'content.terms'],
    ['/download', '', 'content.download_title'],
    ['/web', 'common/webView', 'content.leave_title'],
  ),
  ...forAnyone(
    ['/developers', '', 'shell.developers'],
    ['/api/docs', '', 'shell.api_docs'],
    ['/api/docs/:operation', '', 'shell.api_docs'],
  ),
  ...forUsers(
    ['/messages', 'messages/mailMessage', 'inbox.title'],
    ['/messages/all', 'messages/mailMessageList', 'inbox.system'],
    ['/messages/:id', '', 'inbox.system'],
    ['/settings/notifications', '', 'inbox.preferences'],
  ),
  ...forUsers(['/alerts', '', 'alerts.title']),
  ...forAnyone(['/support', 'kefu/index', 'support.title'], ['/support/chat', 'kf/kf', 'support.chat_title']),
  ...forAnyone(['/chat', 'chat/chat', 'chat.title']),
  ...forUsers(
    ['/invite', 'setting/share', 'promotion.invite_title'],
    ['/coupons', 'setting/coupon', 'promotion.coupon_title'],
  ),
  ...forAnyone(['/settings/vip', '', 'promotion.vip_title']),
  ...forAnyone(
    ['/trade/futures/:symbol', 'transaction/contract', 'futures.title'],
    ['/receipts/:id', '', 'futures.receipt_title'],
    ['/insurance', '', 'futures.insurance_title'],
  ),
  ...forUsers(['/orders/futures', 'transaction/contract_order', 'futures.orders_title']),
  ...forUsers(
    ['/settings/leave', '', 'leaving.title'],
    ['/settings/leave/close', '', 'leaving.close_title'],
    ['/settings/demo', '', 'leaving.reset_title'],
  ),
  ...forUsers(['/settings/limits', '', 'limits.title']),
  ...forAnyone(
    ['/trade/options/:symbol', 'transaction/index2', 'options.title'],
    ['/fairness', '', 'options.fairness_title'],
  ),
  ...forAnyone(
    ['/fairness/liabilities', '', 'fairness.liabilities_title'],
    ['/fairness/rules', '', 'fairness.rules_title'],
    ['/fairness/rules/:rule', '', 'fairness.rules_title'],
  ),
  ...forUsers(['/fairness/liabilities/mine', '', 'fairness.mine_title']),
  ...forUsers(
    ['/orders/seconds', 'transaction/seconds_order', 'options.orders_title'],
    ['/orders/seconds/:id', '', 'options.order_title'],
  ),
  ...forAnyone(['/trade/stocks', '', 'stocks.title']),
  ...forAnyone(
    ['/copy', 'copytrade/copy follow/index', 'copy.title'],
    ['/copy/agreement', 'follow/agreement_zh follow/agreement_en', 'copy.agreement_title'],
    ['/copy/compare', '', 'copy.compare_title'],
    ['/copy/traders/:id', 'copytrade/trader follow/trader', 'copy.title'],
  ),
  ...forUsers(
    ['/copy/mine', 'copytrade/my', 'copy.mine'],
    ['/copy/apply', '', 'copy.apply_title'],
    ['/copy/traders/:id/follow', 'follow/follow', 'copy.follow'],
  ),
  ...forAnyone(['/buy', 'otc/otc', 'buy.title']),
  ...forUsers(
    ['/buy/orders', '', 'buy.orders_title'],
    ['/buy/orders/:id', '', 'buy.order_title'],
    ['/buy/checkout', '', 'buy.play_title'],
  ),
  ...forAnyone(['/loans', 'common/borrowing', 'loan.title']),
  ...forUsers(['/loans/:id', '', 'loan.loan_title']),
  ...forAnyone(['/ieo', 'ieo/ieo', 'ieo.title'], ['/ieo/:id', 'ieo/subscribe', 'ieo.title']),
  ...forUsers(['/ieo/orders', 'ieo/order', 'ieo.orders_title'], ['/ieo/orders/:id', '', 'ieo.order_title']),
  ...forAnyone(['/earn', 'financial/index', 'earn.title']),
  ...forAnyone(
    ['/earn/lock', 'lockming/lockming', 'mining.title'],
    ['/earn/lock/:id', 'lockming/buy', 'mining.title'],
    ['/earn/lock/welcome', 'lockming/welcome', 'mining.welcome_title'],
  ),
  ...forUsers(
    ['/earn/lock/orders', 'lockming/order', 'mining.orders_title'],
    ['/earn/lock/orders/:id', '', 'mining.deposit_title'],
  ),
  ...forAnyone(
    ['/earn/invest', 'invest/invest', 'invest.title'],
    ['/earn/invest/:id', 'invest/purchase', 'invest.title'],
    ['/earn/invest/help', 'invest/help', 'invest.help_title'],
  ),
  ...forUsers(
    ['/earn/invest/mine', 'invest/mine', 'invest.mine_title'],
    ['/earn/invest/mine/:id', '', 'invest.order_title'],
  ),
  ...forAnyone(
    ['/nft', 'nft/nft nft/components/artwork nft/components/search', 'nft.title'],
    ['/nft/artists', 'nft/components/artist', 'nft.artists'],
    ['/nft/artists/:id', 'nft/artistDetail', 'nft.artist'],
    ['/nft/artworks/:id', 'nft/artworkDetail nft/artworkDetail_video', 'nft.artworks'],
  ),
  ...forUsers(
    ['/nft/collection', 'nft/components/collection', 'nft.collection'],
    ['/nft/mine/artworks', 'nft/myNft', 'nft.mine_artworks'],
    ['/nft/mine/create', '', 'nft.create_title'],
    ['/nft/apply', '', 'nft.apply_title'],
  ),
  ...forUsers(
    ['/nft/artworks/:id/bid', 'nft/purchase', 'lots.bid_title'],
    ['/nft/artworks/:id/buy', 'nft/purchase_one', 'lots.buy_title'],
    ['/nft/artworks/:id/resell', 'nft/resell', 'lots.resell_title'],
    ['/nft/mine', 'nft/mine', 'lots.mine_title'],
  ),
  ...forAnyone(['/quiz', 'quiz/quiz', 'quiz.title'], ['/quiz/:id', '', 'quiz.event']),
  ...forUsers(['/quiz/mine', '', 'quiz.mine_title']),
  ...forAnyone(['/game', 'game/game', 'game.title'], ['/game/verify', '', 'game.verify_title']),
  // The old app had these as native tools. Our location is on the contact page, and a chosen place is a country.
  ...forAnyone(
    ['/location', 'location/open open-location', 'location.title'],
    ['/location/choose', 'location/choose choose-location', 'location.choose_title'],
  ),
]

/** Page at a path; literal paths win over parameters. */
export function findPage(pathname: string): Page | undefined {
  const path = pathname.replace(/(?<=.)\/+$/, '')
  return PAGES.find((page) => page.path === path) ?? PAGES.find((page) => patternOf(page.path).test(path))
}

/** Page of a path, or of the nearest parent path that has a page. */
export function findPageAbove(pathname: string): Page | undefined {
  const page = findPage(pathname)
  return page ?? (pathname.length > 1 ? findPageAbove(pathname.slice(0, pathname.lastIndexOf('/')) || '/') : undefined)
}

/** True for a path prefix without a page, like /copy/traders of /copy/traders/7. */
export const isBetweenPages = (pathname: string): boolean =>
  !findPage(pathname) && PAGES.some(({ path }) => path.startsWith(`${pathname.replace(/\/+$/, '')}/`))

const patternOf = (path: string): RegExp => new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`)
