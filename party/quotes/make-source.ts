// Makes the source of prices that the variables name.

import { installedNoise } from '#domain/quotes/hash-noise'
import { FeedSource } from './feed-source'
import { createBinance } from './feeds/binance'
import { createFinnhub } from './feeds/finnhub'
import { createKraken } from './feeds/kraken'
import type { FeedProtocol } from './feeds/protocol'
import { fetchJson, openSocket } from './open-socket'
import { createSimulatedSource } from './simulated-source'
import type { QuoteSource } from './source'
import type { StoredCandles } from './stored-candles'

/** HMAC-SHA-256 of a text under a key. */
type Hmac = Parameters<typeof installedNoise>[0]

/** QUOTES_SOURCE is "simulator", or a list of exchanges. An unknown name stops the room: prices must not come from anywhere else. */
export function makeSource(env: Env, candles: StoredCandles, hmac: Hmac): QuoteSource {
  const names = env.QUOTES_SOURCE.split(',').map((name) => name.trim())
  if (names.length === 1 && names[0] === 'simulator')
    return createSimulatedSource(installedNoise(hmac, env.SIMULATOR_SEED))
  return new FeedSource(
    names.map((name) => makeProtocol(env, name)),
    { openSocket, fetchJson },
    candles,
  )
}

function makeProtocol(env: Env, name: string): FeedProtocol {
  if (name === 'binance') return createBinance({ socketUrl: env.BINANCE_WS_URL, restUrl: env.BINANCE_REST_URL })
  if (name === 'kraken') return createKraken({ socketUrl: env.KRAKEN_WS_URL, restUrl: env.KRAKEN_REST_URL })
  if (name === 'finnhub') {
    const token = env.FINNHUB_TOKEN ?? ''
    if (token === '') throw new Error('QUOTES_SOURCE names finnhub, which needs FINNHUB_TOKEN')
    return createFinnhub({ token, socketUrl: env.FINNHUB_WS_URL, restUrl: env.FINNHUB_REST_URL })
  }
  throw new Error(`QUOTES_SOURCE names "${name}", which is none of simulator, binance, kraken, finnhub`)
}
