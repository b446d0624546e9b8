import { longTest } from '../kit/long'
import { KILLS, runStories } from './lives'
import { paid } from './stories/paid'

longTest(`${KILLS} kills: payments are told, and each is credited once`, () => runStories([paid]))
