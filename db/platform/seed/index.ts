// The seed of the directory, as SQL statements that may be run any number of times: what operators have changed stays.

import { DAY_MS } from '#domain/time'
import { buyStatements } from './buy'
import { catalogueStatements } from './catalogue'
import { contentStatements } from './content'
import { copyTermStatements } from './copy'
import { couponStatements } from './coupons'
import { fiatStatements } from './fiats'
import { futuresStatements } from './futures'
import { gameStatements } from './game'
import { gateStatements } from './gates'
import { investStatements } from './invest'
import { loanStatements } from './loan'
import { miningStatements } from './mining'
import { demoAssetStatements } from './ieo'
import { demoUserStatements } from './demo-user'
import { galleryStatements } from './gallery-statements'
import { nftTermStatements } from './nft'
import { optionStatements } from './options'
import { stockStatements } from './stocks'
import { quizStatements } from './quiz'
import { supportStatements } from './support'

/**
 * Every statement of the seed, in an order that satisfies foreign keys. With real money (not `isDemo`) no invented token is listed;
 * `isLocal` adds the demo borrower.
 */
export const seedStatements = ({
  isDemo = true,
  isLocal = false,
}: { readonly isDemo?: boolean; readonly isLocal?: boolean } = {}): string[] => [
  ...catalogueStatements(),
  ...fiatStatements(),
  ...(isDemo ? demoAssetStatements() : []),
  ...futuresStatements(),
  ...optionStatements(),
  ...gameStatements(),
  ...miningStatements(),
  ...stockStatements(),
  ...copyTermStatements(),
  ...nftTermStatements(),
  ...(isDemo ? galleryStatements(Math.floor(Date.now() / DAY_MS) * DAY_MS) : []),
  ...quizStatements(Date.now(), isDemo),
  ...investStatements(),
  ...buyStatements(isDemo),
  ...supportStatements(),
  ...loanStatements(),
  ...gateStatements(),
  ...contentStatements(),
  ...couponStatements(),
  ...(isDemo && isLocal ? demoUserStatements() : []),
]
