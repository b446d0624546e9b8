// The tables that follow the turn's log, with their columns in the order in which rows are logged. Columns are only ever appended.

import type { LoggedTable } from '#party/lib/turn-log'

const table = (keyCount: number, columns: string): LoggedTable => ({ keyCount, columns: columns.split(' ') })

export const LOGGED_TABLES: Readonly<Record<string, LoggedTable>> = {
  entry: table(1, 'id at reason ref lines'),
  bill: table(1, 'id entry_id at wallet asset_id reason ref value before after'),
  hold: table(1, 'ref wallet asset_id amount'),
  spot_order: table(
    1,
    'order_no client_order_id symbol side kind ticks lots budget time_in_force is_post_only self_trade state close_reason refusal ' +
      'refusal_facts lots_filled quote_filled fee opened_at updated_at amend_seq amend_ticks amend_lots',
  ),
  spot_fill: table(1, 'id order_no trade_no symbol side role ticks lots fee at'),
  message: table(1, 'id at kind ref facts state'),
  market_stream: table(1, 'symbol command_seq command_stored message_seq'),
  market_command: table(2, 'symbol seq command'),
  command: table(1, 'id at content outcome waiting'),
  counter: table(1, 'name value'),
  keeper: table(1, 'id symbol'),
  standing: table(1, 'id level inviter_id inviter_level rebate_value revision followed level_told'),
  volume: table(1, 'day value'),
  rebate_pending: table(1, 'asset_id amount value'),
  rebate_earned: table(1, 'asset_id amount told'),
  coupon: table(1, 'ref coupon_id terms state granted_at expires_at used_at ends_at saved'),
  peer_stream: table(1, 'peer sent stored received'),
  peer_message: table(2, 'peer seq message'),
  balance: { ...table(2, 'wallet asset_id available held'), column: 'balances' },
}
