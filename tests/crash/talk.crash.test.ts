import { longTest } from '../kit/long'
import { KILLS, runStories } from './lives'
import { talk } from './stories/talk'

longTest(`${KILLS} kills: what is said is read once and in order on every screen`, () => runStories([talk]))
