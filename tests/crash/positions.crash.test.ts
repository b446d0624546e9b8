import { longTest } from '../kit/long'
import { KILLS, runStories } from './lives'
import { positions } from './stories/positions'

longTest(`${KILLS} kills: users hold positions and options, and each comes to what the prices say`, () =>
  runStories([positions]),
)
