import { longTest } from '../kit/long'
import { KILLS, runStories } from './lives'
import { approve } from './stories/approve'

longTest(`${KILLS} kills: two people decide about requests, and each is carried out once`, () => runStories([approve]))
