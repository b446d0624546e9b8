import { longTest } from '../kit/long'
import { KILLS, runStories } from './lives'
import { customers } from './stories/customers'
import { locked } from './stories/locked'
import { orders } from './stories/orders'

longTest(`${KILLS} locks of the directory and as many kills: what was taken of a provider is there`, () =>
  runStories([locked, customers, orders]),
)
