// The list of all account features. Removing a line removes the product; the core names no feature.

import { activity } from './activity/feature'
import { agentTrades } from './agent-trades/feature'
import { alerts } from './alerts/feature'
import { buy } from './buy/feature'
import { conditional } from './conditional/feature'
import { copy } from './copy/feature'
import { demo } from './demo/feature'
import { funds } from './funds/feature'
import { futures } from './futures/feature'
import { game } from './game/feature'
import { ieo } from './ieo/feature'
import { invest } from './invest/feature'
import { keys } from './keys/feature'
import { leaving } from './leaving/feature'
import { limits } from './limits/feature'
import { loan } from './loan/feature'
import { messages } from './messages/feature'
import { mining } from './mining/feature'
import { options } from './options/feature'
import { oversight } from './oversight/feature'
import { portfolio } from './portfolio/feature'
import { promotion } from './promotion/feature'
import { nft } from './nft/feature'
import { quiz } from './quiz/feature'
import { receipts } from './receipts/feature'
import { sessions } from './sessions/feature'
import { spot } from './spot/feature'
import { stocks } from './stocks/feature'
import { switches } from './switch/feature'
import { wallet } from './wallet/feature'
import { watchlist } from './watchlist/feature'

export const FEATURES = [
  sessions,
  keys,
  agentTrades,
  wallet,
  portfolio,
  spot,
  switches,
  conditional,
  funds,
  promotion,
  messages,
  watchlist,
  oversight,
  leaving,
  receipts,
  limits,
  copy,
  futures,
  options,
  game,
  mining,
  ieo,
  stocks,
  quiz,
  nft,
  invest,
  buy,
  loan,
  demo,
  alerts,
  activity,
] as const
