// Bids on one NFT sale compared with spot orders on one market, in the same run: both directly into the room that
// orders them.
//
//   node bench/lot.mjs [--rounds 5] [--seconds 3]
//
// Fails when a sale accepts fewer than 0.8 bids per market order.

import { parseArgs } from 'node:util'
import { Verdict, alternate } from './alternate.mjs'
import { httpRequest, load } from './load.mjs'
import { serve } from './served.mjs'
import { hearMarket, indexTicks, restRequest, openTraders, settleMarket } from './traders.mjs'

const { values: options } = parseArgs({
  options: { rounds: { type: 'string', default: '5' }, seconds: { type: 'string', default: '3' } },
})
const CONNECTIONS = 32
const LOT = 900_001
const verdict = new Verdict()
const served = await serve()
try {
  const { port, database } = served
  await database.batch([
    database.prepare(
      "INSERT OR IGNORE INTO nft_artist (id, nickname, state, created_at) VALUES (900001, 'Bench', 'listed', 1)",
    ),
    database.prepare(
      `INSERT INTO nft_work (id, code, artist_id, kind, media, name, rarity, chain, royalty, state, created_at)
       VALUES (900001, 'bench', 900001, 'image', '/x', 'Bench', 'N', 'CM', '0', 'listed', 1)`,
    ),
    database
      .prepare(
        `INSERT INTO nft_lot (id, work_id, mode, asset, ask, step, margin, sale_from, sale_to, sale_to_most, terms_version, commission, royalty, created_at)
         VALUES (?, 900001, 'auction', 'USDT', '1000000', '1', '1000000', 1, ?, ?, 1, '0', '0', 1)`,
      )
      .bind(LOT, Date.now() + 86_400_000, Date.now() + 90_000_000),
  ])
  const traders = await openTraders(port, CONNECTIONS)
  const index = await indexTicks(port)
  const measured = { port, connections: CONNECTIONS, seconds: Number(options.seconds) }
  const orders = async () => {
    const result = await load({
      ...measured,
      next: (at) => httpRequest('POST', '/bench/market', { body: restRequest(traders[at], index) }),
      heard: (at, body) => hearMarket(traders[at], body),
    })
    await settleMarket(port, traders)
    return result
  }
  let actNo = 0
  const bids = () =>
    load({
      ...measured,
      next: (at) => {
        const act = { account: traders[at].userId, actNo: ++actNo, kind: 'bid', price: null, steps: 1 }
        return httpRequest('POST', `/bench/lot/${LOT}`, { body: JSON.stringify(act) })
      },
      heard: (_at, body) => {
        if (!JSON.parse(body).isAccepted) throw new Error(`the sale refused a bid: ${body}`)
      },
    })
  const found = await alternate({ rounds: Number(options.rounds), limit: orders, candidate: bids })
  verdict.ratio(`bids on one sale, ${CONNECTIONS} connections, against orders on one market`, found, 0.8)
} finally {
  await served.stop()
}
verdict.close()
