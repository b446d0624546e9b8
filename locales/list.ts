// Written by `npm run words` from the names of the files in the folders beside it, and by every other npm command.

import type enAlertsDesk from './en/alerts.desk.json'
import type enBuyDesk from './en/buy.desk.json'
import type enChatDesk from './en/chat.desk.json'
import type enConditionalDesk from './en/conditional.desk.json'
import type enCopyDesk from './en/copy.desk.json'
import type enDesk from './en/desk.json'
import type enFuturesDesk from './en/futures.desk.json'
import type enGameDesk from './en/game.desk.json'
import type enIeoDesk from './en/ieo.desk.json'
import type enInvestDesk from './en/invest.desk.json'
import type enLeavingDesk from './en/leaving.desk.json'
import type enLoanDesk from './en/loan.desk.json'
import type enMiningDesk from './en/mining.desk.json'
import type enNftDesk from './en/nft.desk.json'
import type enOperatingDesk from './en/operating.desk.json'
import type enOptionsDesk from './en/options.desk.json'
import type enPayoutsDesk from './en/payouts.desk.json'
import type enPromotionDesk from './en/promotion.desk.json'
import type enQuizDesk from './en/quiz.desk.json'
import type enScreeningDesk from './en/screening.desk.json'
import type enStocksDesk from './en/stocks.desk.json'
import type enSupportDesk from './en/support.desk.json'
import type enAlerts from './en/alerts.json'
import type enAlertsMarket from './en/alerts.market.json'
import type enMarket from './en/market.json'
import type enBuy from './en/buy.json'
import type enChat from './en/chat.json'
import type enConditional from './en/conditional.json'
import type enContent from './en/content.json'
import type enCopy from './en/copy.json'
import type enEarn from './en/earn.json'
import type enFairness from './en/fairness.json'
import type enFutures from './en/futures.json'
import type enGame from './en/game.json'
import type enHome from './en/home.json'
import type enIdentity from './en/identity.json'
import type enIeo from './en/ieo.json'
import type enInbox from './en/inbox.json'
import type enInvest from './en/invest.json'
import type enKeys from './en/keys.json'
import type enLeaving from './en/leaving.json'
import type enLimits from './en/limits.json'
import type enLoan from './en/loan.json'
import type enLocation from './en/location.json'
import type enLots from './en/lots.json'
import type enMining from './en/mining.json'
import type enNft from './en/nft.json'
import type enOptions from './en/options.json'
import type enPortfolio from './en/portfolio.json'
import type enPromotion from './en/promotion.json'
import type enPwa from './en/pwa.json'
import type enQuiz from './en/quiz.json'
import type enReference from './en/reference.json'
import type enSearch from './en/search.json'
import type enSecurity from './en/security.json'
import type enSettings from './en/settings.json'
import type enShare from './en/share.json'
import type enShell from './en/shell.json'
import type enSpot from './en/spot.json'
import type enStatus from './en/status.json'
import type enStocks from './en/stocks.json'
import type enSupport from './en/support.json'
import type enUi from './en/ui.json'
import type enWallet from './en/wallet.json'
import jpAlertsFields from './jp/alerts.fields.json'
import jpFields from './jp/fields.json'
import jpScreeningFields from './jp/screening.fields.json'
import jpAlertsMessages from './jp/alerts.messages.json'
import jpMessages from './jp/messages.json'
import jpAlertsRefusals from './jp/alerts.refusals.json'
import jpBuyRefusals from './jp/buy.refusals.json'
import jpChatRefusals from './jp/chat.refusals.json'
import jpConditionalRefusals from './jp/conditional.refusals.json'
import jpCopyRefusals from './jp/copy.refusals.json'
import jpFuturesRefusals from './jp/futures.refusals.json'
import jpGameRefusals from './jp/game.refusals.json'
import jpIeoRefusals from './jp/ieo.refusals.json'
import jpInvestRefusals from './jp/invest.refusals.json'
import jpKeysRefusals from './jp/keys.refusals.json'
import jpLeavingRefusals from './jp/leaving.refusals.json'
import jpLimitsRefusals from './jp/limits.refusals.json'
import jpLoanRefusals from './jp/loan.refusals.json'
import jpMiningRefusals from './jp/mining.refusals.json'
import jpNftRefusals from './jp/nft.refusals.json'
import jpOptionsRefusals from './jp/options.refusals.json'
import jpPromotionRefusals from './jp/promotion.refusals.json'
import jpQuizRefusals from './jp/quiz.refusals.json'
import jpRefusals from './jp/refusals.json'
import jpScreeningRefusals from './jp/screening.refusals.json'
import jpStocksRefusals from './jp/stocks.refusals.json'
import jpSupportRefusals from './jp/support.refusals.json'
import jpDemo from './jp/demo.json'
import jpFunds from './jp/funds.json'
import jpScreeningFunds from './jp/screening.funds.json'
import jpGallery from './jp/gallery.json'
import jpMail from './jp/mail.json'
import jpVerification from './jp/verification.json'
import enAlertsFields from './en/alerts.fields.json'
import enFields from './en/fields.json'
import enScreeningFields from './en/screening.fields.json'
import enAlertsMessages from './en/alerts.messages.json'
import enMessages from './en/messages.json'
import enAlertsRefusals from './en/alerts.refusals.json'
import enBuyRefusals from './en/buy.refusals.json'
import enChatRefusals from './en/chat.refusals.json'
import enConditionalRefusals from './en/conditional.refusals.json'
import enCopyRefusals from './en/copy.refusals.json'
import enFuturesRefusals from './en/futures.refusals.json'
import enGameRefusals from './en/game.refusals.json'
import enIeoRefusals from './en/ieo.refusals.json'
import enInvestRefusals from './en/invest.refusals.json'
import enKeysRefusals from './en/keys.refusals.json'
import enLeavingRefusals from './en/leaving.refusals.json'
import enLimitsRefusals from './en/limits.refusals.json'
import enLoanRefusals from './en/loan.refusals.json'
import enMiningRefusals from './en/mining.refusals.json'
import enNftRefusals from './en/nft.refusals.json'
import enOptionsRefusals from './en/options.refusals.json'
import enPromotionRefusals from './en/promotion.refusals.json'
import enQuizRefusals from './en/quiz.refusals.json'
import enRefusals from './en/refusals.json'
import enScreeningRefusals from './en/screening.refusals.json'
import enStocksRefusals from './en/stocks.refusals.json'
import enSupportRefusals from './en/support.refusals.json'
import enDemo from './en/demo.json'
import enFunds from './en/funds.json'
import enScreeningFunds from './en/screening.funds.json'
import enGallery from './en/gallery.json'
import enMail from './en/mail.json'
import enVerification from './en/verification.json'
import zhAlertsFields from './zh/alerts.fields.json'
import zhFields from './zh/fields.json'
import zhScreeningFields from './zh/screening.fields.json'
import zhAlertsMessages from './zh/alerts.messages.json'
import zhMessages from './zh/messages.json'
import zhAlertsRefusals from './zh/alerts.refusals.json'
import zhBuyRefusals from './zh/buy.refusals.json'
import zhChatRefusals from './zh/chat.refusals.json'
import zhConditionalRefusals from './zh/conditional.refusals.json'
import zhCopyRefusals from './zh/copy.refusals.json'
import zhFuturesRefusals from './zh/futures.refusals.json'
import zhGameRefusals from './zh/game.refusals.json'
import zhIeoRefusals from './zh/ieo.refusals.json'
import zhInvestRefusals from './zh/invest.refusals.json'
import zhKeysRefusals from './zh/keys.refusals.json'
import zhLeavingRefusals from './zh/leaving.refusals.json'
import zhLimitsRefusals from './zh/limits.refusals.json'
import zhLoanRefusals from './zh/loan.refusals.json'
import zhMiningRefusals from './zh/mining.refusals.json'
import zhNftRefusals from './zh/nft.refusals.json'
import zhOptionsRefusals from './zh/options.refusals.json'
import zhPromotionRefusals from './zh/promotion.refusals.json'
import zhQuizRefusals from './zh/quiz.refusals.json'
import zhRefusals from './zh/refusals.json'
import zhScreeningRefusals from './zh/screening.refusals.json'
import zhStocksRefusals from './zh/stocks.refusals.json'
import zhSupportRefusals from './zh/support.refusals.json'
import zhDemo from './zh/demo.json'
import zhFunds from './zh/funds.json'
import zhScreeningFunds from './zh/screening.funds.json'
import zhGallery from './zh/gallery.json'
import zhMail from './zh/mail.json'
import zhVerification from './zh/verification.json'
import hkAlertsFields from './hk/alerts.fields.json'
import hkFields from './hk/fields.json'
import hkScreeningFields from './hk/screening.fields.json'
import hkAlertsMessages from './hk/alerts.messages.json'
import hkMessages from './hk/messages.json'
import hkAlertsRefusals from './hk/alerts.refusals.json'
import hkBuyRefusals from './hk/buy.refusals.json'
import hkChatRefusals from './hk/chat.refusals.json'
import hkConditionalRefusals from './hk/conditional.refusals.json'
import hkCopyRefusals from './hk/copy.refusals.json'
import hkFuturesRefusals from './hk/futures.refusals.json'
import hkGameRefusals from './hk/game.refusals.json'
import hkIeoRefusals from './hk/ieo.refusals.json'
import hkInvestRefusals from './hk/invest.refusals.json'
import hkKeysRefusals from './hk/keys.refusals.json'
import hkLeavingRefusals from './hk/leaving.refusals.json'
import hkLimitsRefusals from './hk/limits.refusals.json'
import hkLoanRefusals from './hk/loan.refusals.json'
import hkMiningRefusals from './hk/mining.refusals.json'
import hkNftRefusals from './hk/nft.refusals.json'
import hkOptionsRefusals from './hk/options.refusals.json'
import hkPromotionRefusals from './hk/promotion.refusals.json'
import hkQuizRefusals from './hk/quiz.refusals.json'
import hkRefusals from './hk/refusals.json'
import hkScreeningRefusals from './hk/screening.refusals.json'
import hkStocksRefusals from './hk/stocks.refusals.json'
import hkSupportRefusals from './hk/support.refusals.json'
import hkDemo from './hk/demo.json'
import hkFunds from './hk/funds.json'
import hkScreeningFunds from './hk/screening.funds.json'
import hkGallery from './hk/gallery.json'
import hkMail from './hk/mail.json'
import hkVerification from './hk/verification.json'
import korAlertsFields from './kor/alerts.fields.json'
import korFields from './kor/fields.json'
import korScreeningFields from './kor/screening.fields.json'
import korAlertsMessages from './kor/alerts.messages.json'
import korMessages from './kor/messages.json'
import korAlertsRefusals from './kor/alerts.refusals.json'
import korBuyRefusals from './kor/buy.refusals.json'
import korChatRefusals from './kor/chat.refusals.json'
import korConditionalRefusals from './kor/conditional.refusals.json'
import korCopyRefusals from './kor/copy.refusals.json'
import korFuturesRefusals from './kor/futures.refusals.json'
import korGameRefusals from './kor/game.refusals.json'
import korIeoRefusals from './kor/ieo.refusals.json'
import korInvestRefusals from './kor/invest.refusals.json'
import korKeysRefusals from './kor/keys.refusals.json'
import korLeavingRefusals from './kor/leaving.refusals.json'
import korLimitsRefusals from './kor/limits.refusals.json'
import korLoanRefusals from './kor/loan.refusals.json'
import korMiningRefusals from './kor/mining.refusals.json'
import korNftRefusals from './kor/nft.refusals.json'
import korOptionsRefusals from './kor/options.refusals.json'
import korPromotionRefusals from './kor/promotion.refusals.json'
import korQuizRefusals from './kor/quiz.refusals.json'
import korRefusals from './kor/refusals.json'
import korScreeningRefusals from './kor/screening.refusals.json'
import korStocksRefusals from './kor/stocks.refusals.json'
import korSupportRefusals from './kor/support.refusals.json'
import korDemo from './kor/demo.json'
import korFunds from './kor/funds.json'
import korScreeningFunds from './kor/screening.funds.json'
import korGallery from './kor/gallery.json'
import korMail from './kor/mail.json'
import korVerification from './kor/verification.json'
import thAlertsFields from './th/alerts.fields.json'
import thFields from './th/fields.json'
import thScreeningFields from './th/screening.fields.json'
import thAlertsMessages from './th/alerts.messages.json'
import thMessages from './th/messages.json'
import thAlertsRefusals from './th/alerts.refusals.json'
import thBuyRefusals from './th/buy.refusals.json'
import thChatRefusals from './th/chat.refusals.json'
import thConditionalRefusals from './th/conditional.refusals.json'
import thCopyRefusals from './th/copy.refusals.json'
import thFuturesRefusals from './th/futures.refusals.json'
import thGameRefusals from './th/game.refusals.json'
import thIeoRefusals from './th/ieo.refusals.json'
import thInvestRefusals from './th/invest.refusals.json'
import thKeysRefusals from './th/keys.refusals.json'
import thLeavingRefusals from './th/leaving.refusals.json'
import thLimitsRefusals from './th/limits.refusals.json'
import thLoanRefusals from './th/loan.refusals.json'
import thMiningRefusals from './th/mining.refusals.json'
import thNftRefusals from './th/nft.refusals.json'
import thOptionsRefusals from './th/options.refusals.json'
import thPromotionRefusals from './th/promotion.refusals.json'
import thQuizRefusals from './th/quiz.refusals.json'
import thRefusals from './th/refusals.json'
import thScreeningRefusals from './th/screening.refusals.json'
import thStocksRefusals from './th/stocks.refusals.json'
import thSupportRefusals from './th/support.refusals.json'
import thDemo from './th/demo.json'
import thFunds from './th/funds.json'
import thScreeningFunds from './th/screening.funds.json'
import thGallery from './th/gallery.json'
import thMail from './th/mail.json'
import thVerification from './th/verification.json'
import fraAlertsFields from './fra/alerts.fields.json'
import fraFields from './fra/fields.json'
import fraScreeningFields from './fra/screening.fields.json'
import fraAlertsMessages from './fra/alerts.messages.json'
import fraMessages from './fra/messages.json'
import fraAlertsRefusals from './fra/alerts.refusals.json'
import fraBuyRefusals from './fra/buy.refusals.json'
import fraChatRefusals from './fra/chat.refusals.json'
import fraConditionalRefusals from './fra/conditional.refusals.json'
import fraCopyRefusals from './fra/copy.refusals.json'
import fraFuturesRefusals from './fra/futures.refusals.json'
import fraGameRefusals from './fra/game.refusals.json'
import fraIeoRefusals from './fra/ieo.refusals.json'
import fraInvestRefusals from './fra/invest.refusals.json'
import fraKeysRefusals from './fra/keys.refusals.json'
import fraLeavingRefusals from './fra/leaving.refusals.json'
import fraLimitsRefusals from './fra/limits.refusals.json'
import fraLoanRefusals from './fra/loan.refusals.json'
import fraMiningRefusals from './fra/mining.refusals.json'
import fraNftRefusals from './fra/nft.refusals.json'
import fraOptionsRefusals from './fra/options.refusals.json'
import fraPromotionRefusals from './fra/promotion.refusals.json'
import fraQuizRefusals from './fra/quiz.refusals.json'
import fraRefusals from './fra/refusals.json'
import fraScreeningRefusals from './fra/screening.refusals.json'
import fraStocksRefusals from './fra/stocks.refusals.json'
import fraSupportRefusals from './fra/support.refusals.json'
import fraDemo from './fra/demo.json'
import fraFunds from './fra/funds.json'
import fraScreeningFunds from './fra/screening.funds.json'
import fraGallery from './fra/gallery.json'
import fraMail from './fra/mail.json'
import fraVerification from './fra/verification.json'
import spaAlertsFields from './spa/alerts.fields.json'
import spaFields from './spa/fields.json'
import spaScreeningFields from './spa/screening.fields.json'
import spaAlertsMessages from './spa/alerts.messages.json'
import spaMessages from './spa/messages.json'
import spaAlertsRefusals from './spa/alerts.refusals.json'
import spaBuyRefusals from './spa/buy.refusals.json'
import spaChatRefusals from './spa/chat.refusals.json'
import spaConditionalRefusals from './spa/conditional.refusals.json'
import spaCopyRefusals from './spa/copy.refusals.json'
import spaFuturesRefusals from './spa/futures.refusals.json'
import spaGameRefusals from './spa/game.refusals.json'
import spaIeoRefusals from './spa/ieo.refusals.json'
import spaInvestRefusals from './spa/invest.refusals.json'
import spaKeysRefusals from './spa/keys.refusals.json'
import spaLeavingRefusals from './spa/leaving.refusals.json'
import spaLimitsRefusals from './spa/limits.refusals.json'
import spaLoanRefusals from './spa/loan.refusals.json'
import spaMiningRefusals from './spa/mining.refusals.json'
import spaNftRefusals from './spa/nft.refusals.json'
import spaOptionsRefusals from './spa/options.refusals.json'
import spaPromotionRefusals from './spa/promotion.refusals.json'
import spaQuizRefusals from './spa/quiz.refusals.json'
import spaRefusals from './spa/refusals.json'
import spaScreeningRefusals from './spa/screening.refusals.json'
import spaStocksRefusals from './spa/stocks.refusals.json'
import spaSupportRefusals from './spa/support.refusals.json'
import spaDemo from './spa/demo.json'
import spaFunds from './spa/funds.json'
import spaScreeningFunds from './spa/screening.funds.json'
import spaGallery from './spa/gallery.json'
import spaMail from './spa/mail.json'
import spaVerification from './spa/verification.json'

/** The keys of `t` by namespace: those of the English files, which are all flat. */
export interface Words {
  desk: typeof enAlertsDesk & typeof enBuyDesk & typeof enChatDesk & typeof enConditionalDesk & typeof enCopyDesk & typeof enDesk & typeof enFuturesDesk & typeof enGameDesk & typeof enIeoDesk & typeof enInvestDesk & typeof enLeavingDesk & typeof enLoanDesk & typeof enMiningDesk & typeof enNftDesk & typeof enOperatingDesk & typeof enOptionsDesk & typeof enPayoutsDesk & typeof enPromotionDesk & typeof enQuizDesk & typeof enScreeningDesk & typeof enStocksDesk & typeof enSupportDesk
  fields: typeof enAlertsFields & typeof enFields & typeof enScreeningFields
  alerts: typeof enAlerts
  market: typeof enAlertsMarket & typeof enMarket
  messages: typeof enAlertsMessages & typeof enMessages
  refusals: typeof enAlertsRefusals & typeof enBuyRefusals & typeof enChatRefusals & typeof enConditionalRefusals & typeof enCopyRefusals & typeof enFuturesRefusals & typeof enGameRefusals & typeof enIeoRefusals & typeof enInvestRefusals & typeof enKeysRefusals & typeof enLeavingRefusals & typeof enLimitsRefusals & typeof enLoanRefusals & typeof enMiningRefusals & typeof enNftRefusals & typeof enOptionsRefusals & typeof enPromotionRefusals & typeof enQuizRefusals & typeof enRefusals & typeof enScreeningRefusals & typeof enStocksRefusals & typeof enSupportRefusals
  buy: typeof enBuy
  chat: typeof enChat
  conditional: typeof enConditional
  content: typeof enContent
  copy: typeof enCopy
  demo: typeof enDemo
  earn: typeof enEarn
  fairness: typeof enFairness
  funds: typeof enFunds & typeof enScreeningFunds
  futures: typeof enFutures
  gallery: typeof enGallery
  game: typeof enGame
  home: typeof enHome
  identity: typeof enIdentity
  ieo: typeof enIeo
  inbox: typeof enInbox
  invest: typeof enInvest
  keys: typeof enKeys
  leaving: typeof enLeaving
  limits: typeof enLimits
  loan: typeof enLoan
  location: typeof enLocation
  lots: typeof enLots
  mail: typeof enMail
  mining: typeof enMining
  nft: typeof enNft
  options: typeof enOptions
  portfolio: typeof enPortfolio
  promotion: typeof enPromotion
  pwa: typeof enPwa
  quiz: typeof enQuiz
  reference: typeof enReference
  search: typeof enSearch
  security: typeof enSecurity
  settings: typeof enSettings
  share: typeof enShare
  shell: typeof enShell
  spot: typeof enSpot
  status: typeof enStatus
  stocks: typeof enStocks
  support: typeof enSupport
  ui: typeof enUi
  verification: typeof enVerification
  wallet: typeof enWallet
}

/** What the API and messages are written with. */
export const SERVER_WORDS = {
  jp: {
    fields: { ...jpAlertsFields, ...jpFields, ...jpScreeningFields },
    messages: { ...jpAlertsMessages, ...jpMessages },
    refusals: { ...jpAlertsRefusals, ...jpBuyRefusals, ...jpChatRefusals, ...jpConditionalRefusals, ...jpCopyRefusals, ...jpFuturesRefusals, ...jpGameRefusals, ...jpIeoRefusals, ...jpInvestRefusals, ...jpKeysRefusals, ...jpLeavingRefusals, ...jpLimitsRefusals, ...jpLoanRefusals, ...jpMiningRefusals, ...jpNftRefusals, ...jpOptionsRefusals, ...jpPromotionRefusals, ...jpQuizRefusals, ...jpRefusals, ...jpScreeningRefusals, ...jpStocksRefusals, ...jpSupportRefusals },
    demo: jpDemo,
    funds: { ...jpFunds, ...jpScreeningFunds },
    gallery: jpGallery,
    mail: jpMail,
    verification: jpVerification,
  },
  en: {
    fields: { ...enAlertsFields, ...enFields, ...enScreeningFields },
    messages: { ...enAlertsMessages, ...enMessages },
    refusals: { ...enAlertsRefusals, ...enBuyRefusals, ...enChatRefusals, ...enConditionalRefusals, ...enCopyRefusals, ...enFuturesRefusals, ...enGameRefusals, ...enIeoRefusals, ...enInvestRefusals, ...enKeysRefusals, ...enLeavingRefusals, ...enLimitsRefusals, ...enLoanRefusals, ...enMiningRefusals, ...enNftRefusals, ...enOptionsRefusals, ...enPromotionRefusals, ...enQuizRefusals, ...enRefusals, ...enScreeningRefusals, ...enStocksRefusals, ...enSupportRefusals },
    demo: enDemo,
    funds: { ...enFunds, ...enScreeningFunds },
    gallery: enGallery,
    mail: enMail,
    verification: enVerification,
  },
  zh: {
    fields: { ...zhAlertsFields, ...zhFields, ...zhScreeningFields },
    messages: { ...zhAlertsMessages, ...zhMessages },
    refusals: { ...zhAlertsRefusals, ...zhBuyRefusals, ...zhChatRefusals, ...zhConditionalRefusals, ...zhCopyRefusals, ...zhFuturesRefusals, ...zhGameRefusals, ...zhIeoRefusals, ...zhInvestRefusals, ...zhKeysRefusals, ...zhLeavingRefusals, ...zhLimitsRefusals, ...zhLoanRefusals, ...zhMiningRefusals, ...zhNftRefusals, ...zhOptionsRefusals, ...zhPromotionRefusals, ...zhQuizRefusals, ...zhRefusals, ...zhScreeningRefusals, ...zhStocksRefusals, ...zhSupportRefusals },
    demo: zhDemo,
    funds: { ...zhFunds, ...zhScreeningFunds },
    gallery: zhGallery,
    mail: zhMail,
    verification: zhVerification,
  },
  hk: {
    fields: { ...hkAlertsFields, ...hkFields, ...hkScreeningFields },
    messages: { ...hkAlertsMessages, ...hkMessages },
    refusals: { ...hkAlertsRefusals, ...hkBuyRefusals, ...hkChatRefusals, ...hkConditionalRefusals, ...hkCopyRefusals, ...hkFuturesRefusals, ...hkGameRefusals, ...hkIeoRefusals, ...hkInvestRefusals, ...hkKeysRefusals, ...hkLeavingRefusals, ...hkLimitsRefusals, ...hkLoanRefusals, ...hkMiningRefusals, ...hkNftRefusals, ...hkOptionsRefusals, ...hkPromotionRefusals, ...hkQuizRefusals, ...hkRefusals, ...hkScreeningRefusals, ...hkStocksRefusals, ...hkSupportRefusals },
    demo: hkDemo,
    funds: { ...hkFunds, ...hkScreeningFunds },
    gallery: hkGallery,
    mail: hkMail,
    verification: hkVerification,
  },
  kor: {
    fields: { ...korAlertsFields, ...korFields, ...korScreeningFields },
    messages: { ...korAlertsMessages, ...korMessages },
    refusals: { ...korAlertsRefusals, ...korBuyRefusals, ...korChatRefusals, ...korConditionalRefusals, ...korCopyRefusals, ...korFuturesRefusals, ...korGameRefusals, ...korIeoRefusals, ...korInvestRefusals, ...korKeysRefusals, ...korLeavingRefusals, ...korLimitsRefusals, ...korLoanRefusals, ...korMiningRefusals, ...korNftRefusals, ...korOptionsRefusals, ...korPromotionRefusals, ...korQuizRefusals, ...korRefusals, ...korScreeningRefusals, ...korStocksRefusals, ...korSupportRefusals },
    demo: korDemo,
    funds: { ...korFunds, ...korScreeningFunds },
    gallery: korGallery,
    mail: korMail,
    verification: korVerification,
  },
  th: {
    fields: { ...thAlertsFields, ...thFields, ...thScreeningFields },
    messages: { ...thAlertsMessages, ...thMessages },
    refusals: { ...thAlertsRefusals, ...thBuyRefusals, ...thChatRefusals, ...thConditionalRefusals, ...thCopyRefusals, ...thFuturesRefusals, ...thGameRefusals, ...thIeoRefusals, ...thInvestRefusals, ...thKeysRefusals, ...thLeavingRefusals, ...thLimitsRefusals, ...thLoanRefusals, ...thMiningRefusals, ...thNftRefusals, ...thOptionsRefusals, ...thPromotionRefusals, ...thQuizRefusals, ...thRefusals, ...thScreeningRefusals, ...thStocksRefusals, ...thSupportRefusals },
    demo: thDemo,
    funds: { ...thFunds, ...thScreeningFunds },
    gallery: thGallery,
    mail: thMail,
    verification: thVerification,
  },
  fra: {
    fields: { ...fraAlertsFields, ...fraFields, ...fraScreeningFields },
    messages: { ...fraAlertsMessages, ...fraMessages },
    refusals: { ...fraAlertsRefusals, ...fraBuyRefusals, ...fraChatRefusals, ...fraConditionalRefusals, ...fraCopyRefusals, ...fraFuturesRefusals, ...fraGameRefusals, ...fraIeoRefusals, ...fraInvestRefusals, ...fraKeysRefusals, ...fraLeavingRefusals, ...fraLimitsRefusals, ...fraLoanRefusals, ...fraMiningRefusals, ...fraNftRefusals, ...fraOptionsRefusals, ...fraPromotionRefusals, ...fraQuizRefusals, ...fraRefusals, ...fraScreeningRefusals, ...fraStocksRefusals, ...fraSupportRefusals },
    demo: fraDemo,
    funds: { ...fraFunds, ...fraScreeningFunds },
    gallery: fraGallery,
    mail: fraMail,
    verification: fraVerification,
  },
  spa: {
    fields: { ...spaAlertsFields, ...spaFields, ...spaScreeningFields },
    messages: { ...spaAlertsMessages, ...spaMessages },
    refusals: { ...spaAlertsRefusals, ...spaBuyRefusals, ...spaChatRefusals, ...spaConditionalRefusals, ...spaCopyRefusals, ...spaFuturesRefusals, ...spaGameRefusals, ...spaIeoRefusals, ...spaInvestRefusals, ...spaKeysRefusals, ...spaLeavingRefusals, ...spaLimitsRefusals, ...spaLoanRefusals, ...spaMiningRefusals, ...spaNftRefusals, ...spaOptionsRefusals, ...spaPromotionRefusals, ...spaQuizRefusals, ...spaRefusals, ...spaScreeningRefusals, ...spaStocksRefusals, ...spaSupportRefusals },
    demo: spaDemo,
    funds: { ...spaFunds, ...spaScreeningFunds },
    gallery: spaGallery,
    mail: spaMail,
    verification: spaVerification,
  },
}
