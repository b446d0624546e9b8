import { longTest } from '../kit/long'
import { KILLS, runStories } from './lives'
import { alerts } from './stories/alerts'

longTest(`${KILLS} kills: prices reach alerts all the while, and each that was reached has one message`, () =>
  runStories([alerts]),
)
