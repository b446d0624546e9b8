// One pair's room: the order book and its trades.

import { Server } from 'partyserver'

export class Market extends Server<Env> {
  static override options = { hibernate: true }
}
