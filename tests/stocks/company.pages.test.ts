// Company of a share on its page: exchange, sector, corporate actions to come and past, and a holder's expected dividend.

import { expect, test } from 'vitest'
import { inDirectory } from '../kit/directory'
import { Visitor } from '../kit/visitor'

const announce = (kind: string, day: string, more: { paid?: number; shares?: number; isCalledOff?: number } = {}) =>
  inDirectory(
    `insert into stock_action (symbol, kind, day, new_shares, old_shares, paid_per_share, is_called_off, state)
     values ('KO-USDT', ?, ?, ?, ?, ?, ?, ?)`,
    ...[kind, day, more.shares ?? 0, more.shares ? 1 : 0, String(more.paid ?? 0), more.isCalledOff ?? 0],
    day < '2030' ? 'done' : 'scheduled',
  )

test('a share says its sector, what was paid and what is to come; what was called off is not said', async () => {
  await announce('dividend', '2024-03-14', { paid: 485_000 })
  await announce('dividend', '2031-03-14', { paid: 530_000 })
  await announce('split', '2031-06-02', { shares: 4 })
  await announce('dividend', '2031-09-15', { paid: 990_000, isCalledOff: 1 })
  const page = await new Visitor({ language: 'en' }).open('/trade/spot/KO-USDT')
  expect(page.main).toMatch(/Coca-Cola.*NYSE.*Consumer staples/s)
  expect(page.main).toMatch(
    /Coming up.*14 Mar 2031.*Dividend, 0\.53\sUSDT per share.*2 Jun 2031.*Split, 4 for 1.*Past events/s,
  )
  expect(page.main).toMatch(/Past events.*14 Mar 2024.*Dividend, 0\.485\sUSDT per share/s)
  expect(page.main).not.toMatch(/0\.99\sUSDT per share/)
  expect(page.main).not.toContain('For your')
  const coin = await new Visitor({ language: 'en' }).open('/trade/spot/BTC-USDT')
  expect(coin.main).not.toContain('Coming up')
})
