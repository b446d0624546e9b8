// Load of all products in one process. Maturing products need kills at certain times: matured.crash.test.ts.

import { test } from 'vitest'
import { LONG } from '../kit/long'
import { KILLS, runStories } from './lives'
import { alerts } from './stories/alerts'
import { approve } from './stories/approve'
import { customers } from './stories/customers'
import { earn } from './stories/earn'
import { locked } from './stories/locked'
import { lots } from './stories/lots'
import { orders } from './stories/orders'
import { paid } from './stories/paid'
import { positions } from './stories/positions'
import { talk } from './stories/talk'

const ALL = [orders, positions, customers, approve, paid, locked, earn, talk, lots, alerts]

test.skipIf(LONG)(`${KILLS} kills under the load of all products, and of each everything is there, once`, () =>
  runStories(ALL, {
    kinds: ['house-1', 'convert-1', 'mining-1', 'futures-open-1', 'futures-1', 'options-1'],
    least: 200,
  }),
)
