import { longTest } from '../kit/long'
import { KILLS, runStories } from './lives'
import { earn } from './stories/earn'

longTest(`${KILLS} kills: users want the last of what can be earned with, and exactly what was granted is theirs`, () =>
  runStories([earn]),
)
