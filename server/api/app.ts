// API app: mounts all declared endpoints under /api and answers unknown paths in the same envelope.

import { logError } from '#lib/log-line'
import { Hono } from 'hono'
import { agentRoutes } from './agents'
import { keyRoutes } from './keys'
import { alertRoutes } from './alerts'
import { balanceRoutes } from './balances'
import { catalogueRoutes } from './catalogue'
import { coinRoutes } from './coin'
import { conditionalRoutes } from './conditional'
import { convertRoutes } from './convert'
import { answerPreflight, openToPages } from './cross-origin'
import { copyRoutes } from './copy'
import { answerRefusal, frameFor } from './envelope'
import { isByKey } from './key-request'
import { followRoutes } from './follow'
import { fundsRoutes } from './funds'
import { fundsRecordRoutes } from './funds-records'
import { futuresRoutes } from './futures'
import { futuresPublicRoutes } from './futures-public'
import { dualRoutes } from './dual'
import { identityRoutes } from './identity'
import { readQueryLanguage } from './input'
import { infoRoutes } from './info'
import { investRoutes } from './invest'
import { lockDepositRoutes } from './lock-deposit'
import { leverRoutes } from './lever'
import { liabilityRoutes } from './liabilities'
import { miningRoutes } from './mining'
import { buyRoutes } from './buy'
import { answerHook } from './buy-hooks'
import { leavingRoutes } from './leaving'
import { ledgerRoutes } from './ledger'
import { loanRoutes } from './loan'
import { logRoutes } from './log'
import { loanMechanismRoutes } from './loan-mechanism'
import { ieoRoutes } from './ieo'
import { projectRoutes } from './project'
import { microtradeRoutes } from './microtrade'
import { optionRoutes } from './options'
import { limitRoutes } from './limits'
import { gameRoutes } from './game'
import { nftLotRoutes } from './nft-lots'
import { nftStudioRoutes } from './nft-studio'
import { nftTradeRoutes } from './nft-trade'
import { quizRoutes } from './quiz'
import { chatRoutes } from './chat'
import { supportRoutes } from './support'
import { nftBrowseRoutes } from './nft-browse'
import { marketRoutes } from './market'
import { messageRoutes } from './messages'
import { describeApi } from './openapi'
import { payeeRoutes } from './payee'
import { respond } from './respond'
import type { ApiEnv, Route } from './route'
import { promotionRoutes } from './promotion'
import { securityRoutes } from './security'
import { siteRoutes } from './site'
import { spotRoutes } from './spot'
import { stockRoutes } from './stocks'
import { switchRoutes } from './switches'
import { uploadRoutes } from './upload'
import { describeSocket } from '../socket/asyncapi'
import { verificationRoutes } from './verification'
import { walletRoutes } from './wallet'
import { watchlistRoutes } from './watchlist'

/** Endpoints in document order. */
export const routes: readonly Route[] = [
  ...siteRoutes,
  ...identityRoutes,
  ...verificationRoutes,
  ...messageRoutes,
  ...agentRoutes,
  ...keyRoutes,
  ...alertRoutes,
  ...securityRoutes,
  ...leavingRoutes,
  ...uploadRoutes,
  ...catalogueRoutes,
  ...watchlistRoutes,
  ...walletRoutes,
  ...balanceRoutes,
  ...ledgerRoutes,
  ...fundsRoutes,
  ...fundsRecordRoutes,
  ...payeeRoutes,
  ...convertRoutes,
  ...coinRoutes,
  ...infoRoutes,
  ...marketRoutes,
  ...spotRoutes,
  ...switchRoutes,
  ...conditionalRoutes,
  ...stockRoutes,
  ...leverRoutes,
  ...futuresRoutes,
  ...futuresPublicRoutes,
  ...microtradeRoutes,
  ...optionRoutes,
  ...lockDepositRoutes,
  ...miningRoutes,
  ...projectRoutes,
  ...ieoRoutes,
  ...followRoutes,
  ...copyRoutes,
  ...dualRoutes,
  ...investRoutes,
  ...buyRoutes,
  ...nftBrowseRoutes,
  ...loanRoutes,
  ...loanMechanismRoutes,
  ...limitRoutes,
  ...liabilityRoutes,
  ...gameRoutes,
  ...quizRoutes,
  ...nftTradeRoutes,
  ...nftLotRoutes,
  ...nftStudioRoutes,
  ...supportRoutes,
  ...chatRoutes,
  ...promotionRoutes,
  ...logRoutes,
]

export const api = new Hono<ApiEnv>()

api.use(async (context, next) => {
  const preflight = answerPreflight(context.req.raw)
  if (preflight) return preflight
  await next()
  openToPages(context.req.raw, context.res)
  return undefined
})

for (const route of routes) api.on([route.method, ...route.alsoBy], route.path, respond(route))

// Signed webhooks are read raw, so they bypass endpoint declarations.
api.post('/v1/buy/hooks/card', answerHook('card'))
api.post('/v1/buy/hooks/ramp', answerHook('ramp'))

let document: ReturnType<typeof describeApi> | undefined
export const apiDocument = () => (document ??= describeApi(routes))

let documentText: string | undefined
api.get('/openapi.json', () => {
  documentText ??= JSON.stringify(apiDocument())
  return new Response(documentText, { headers: { 'Content-Type': 'application/json; charset=utf-8' } })
})

let socketText: string | undefined
api.get('/asyncapi.json', () => {
  socketText ??= JSON.stringify(describeSocket())
  return new Response(socketText, { headers: { 'Content-Type': 'application/json; charset=utf-8' } })
})

api.all('*', (context) =>
  answerRefusal(frameFor(context.req.raw, isByKey(context.req.raw)), readQueryLanguage(context.req.url), {
    code: 'route_not_found',
    facts: {},
  }),
)
// Details go to the log; the caller gets a generic error in its language.
api.onError((error, context) => {
  logError('unexpected failure', error)
  const language = context.var.language ?? readQueryLanguage(context.req.url)
  return answerRefusal(context.var.frame ?? 'message', language, { code: 'internal_error', facts: {} })
})
