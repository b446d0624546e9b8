import { longTest } from '../kit/long'
import { KILLS, runStories } from './lives'
import { lots } from './stories/lots'

longTest(`${KILLS} kills: sales end as sold and paid, or not sold and freed`, () => runStories([lots]))
