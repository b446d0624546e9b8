// The seed of the directory, as SQL statements that may be run any number of times: what is there already stays.

import { catalogueStatements } from './catalogue'
import { contentStatements } from './content'
import { couponStatements } from './coupons'
import { futuresStatements } from './futures'
import { gateStatements } from './gates'

/** Every statement of the seed, in an order that satisfies foreign keys. */
export const seedStatements = (): string[] => [
  ...catalogueStatements(),
  ...futuresStatements(),
  ...gateStatements(),
  ...contentStatements(),
  ...couponStatements(),
]
