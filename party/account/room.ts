// One user's room: balances, orders and bills.

import { Server } from 'partyserver'

export class Account extends Server<Env> {
  static override options = { hibernate: true }
}
