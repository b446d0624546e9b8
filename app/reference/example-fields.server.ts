// Fields of example requests by operation, where the required ones make no request that can succeed, or a value is more than its type.

const CODE = '000000'
const PASSWORD = 'a long password'
const ADDRESS = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
const MOBILE = '13800138000'
/** Ids of BTC and USDT. */
const [BTC, USDT] = ['1', '3']
const ORDER = { symbol: 'BTC-USDT', side: 'buy', kind: 'market', quantity: '0.001' }

export const EXAMPLE_FIELDS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  get_v1_order: { order_id: '1' },
  put_v1_order: { order_id: '1', quantity: '0.001' },
  delete_v1_order: { order_id: '1' },
  post_v1_order: ORDER,
  post_v1_orders: { orders: JSON.stringify([ORDER]) },
  post_v1_conditional_order: { side: 'sell', kind: 'stop', quantity: '0.001', trigger_price: '50000' },
  post_v1_conditional_entry: { kind: 'market', quantity: '0.001', stop_loss: '50000' },
  post_coin_trade: { legal_id: USDT, order_type: 'market', amount: '0.001' },
  post_lever_deal: { legal_id: USDT },
  post_lever_submit: { legal_id: USDT, multiple: '10' },
  post_microtrade_submit: { currency_id: USDT, seconds: '30', number: '10' },
  post_v1_options_proposals: { seconds: '30', stake: '10' },
  post_v1_options_order: { seconds: '30', stake: '10' },
  post_wallet_change: { from_field: 'legal', to_field: 'change' },
  post_v1_transfer: { from: 'legal', to: 'change' },
  post_user_getTransferFee: { from_currency_id: BTC, to_currency_id: USDT },
  post_user_Transfer: { from_currency_id: BTC, to_currency_id: USDT },
  post_wallet_charge_req: { account: '/uploads/example.jpg' },
  post_wallet_out: { address: ADDRESS },
  post_user_wallet_save: { address: ADDRESS },
  post_user_cash_save: { real_name: 'Example Person', bank_name: 'A bank', bank_account: '1234567890' },
  post_sms_send: { mobile: MOBILE, area_code: '86' },
  post_user_check_email: { email_code: CODE },
  post_user_check_mobile: { user_string: MOBILE, mobile_code: CODE },
  post_user_register: { code: CODE },
  post_user_forget: { user_string: 'someone@example.com', re_password: PASSWORD, code: CODE },
  post_user_changePassword: { re_password: PASSWORD, code: CODE },
  post_user_changeFundPassword: { re_password: PASSWORD, code: CODE },
  post_safe_update_password: { code: CODE },
  post_safe_mobile: { mobile: MOBILE, code: CODE },
  post_safe_email: { code: CODE },
  post_user_real: { id_type: '0', name: 'Example Person', card_id: 'E12345678', country: 'JP' },
  get_v1_mining_quote: { amount: '100' },
  post_v1_mining_lock: { amount: '100' },
  post_lh_deposit: { amount: '100' },
  post_v1_buy_quote: { pay: '100' },
  post_v1_game_round: { under: '5000' },
  post_v1_copy_apply: { words: 'I follow the trend with small stakes.' },
  post_v1_nft_apply: { words: 'I draw cities by night in four colours.' },
  get_bind_box_getBoxDetail: { id: '1' },
  get_v1_chat_messages: { room: 'en' },
  post_v1_chat_message: { room: 'en', client_id: 'message-1' },
  post_v1_chat_report: { room: 'en' },
  post_v1_chat_hide: { room: 'en' },
  post_v1_support_thread: { client_id: 'message-1' },
  post_v1_support_message: { client_id: 'message-1', text: 'text' },
  post_v1_coupons_claim: { coupon_code: 'WELCOME' },
}
