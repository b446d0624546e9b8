import { longTest } from '../kit/long'
import { KILLS, runStories } from './lives'
import { customers } from './stories/customers'

longTest(`${KILLS} kills: customers move money in every way, and nothing happens twice or is lost`, () =>
  runStories([customers]),
)
