// A Bitcoin payment that the node has forgotten: it can be mined until one of its coins is spent elsewhere.

import { expect, it } from 'vitest'
import { bitcoinPayer } from '#services/chains/bitcoin-payer'
import { NodeRefusal } from '#services/chains/json-rpc'

const PAYMENT = { withdrawalId: 1, assetCode: 'BTC', scale: 8, due: 1n, target: 'bc1q', memo: '', nonce: null }

/** A node that knows no transaction, and of the coin 0 only whether it is unspent. */
const payer = (isSpent: boolean) =>
  bitcoinPayer(async (method) => {
    if (method === 'gettransaction') throw new NodeRefusal(method, -5, 'Invalid or non-wallet transaction id')
    if (method === 'decoderawtransaction') return { txid: 'b', vin: [{ txid: 'a', vout: 0 }], vout: [] }
    return isSpent ? null : { confirmations: 3 }
  }, 'BTC')

const look = (isSpent: boolean, raw: string) => payer(isSpent).look(PAYMENT, { txId: 'b', nonce: null, raw })

it('is missing while its coins are unspent, and replaced afterwards', async () => {
  expect(await look(false, '02')).toEqual({ is: 'missing' })
  expect(await look(true, '02')).toEqual({ is: 'replaced' })
  expect(await look(true, '')).toEqual({ is: 'missing' })
})
