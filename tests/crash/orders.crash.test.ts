import { longTest } from '../kit/long'
import { KILLS, runStories } from './lives'
import { orders } from './stories/orders'

longTest(`${KILLS} kills: users trade, and every acknowledged order is there once, as it was said`, () =>
  runStories([orders]),
)
