// Words of an Account room about spot orders. Prices are ticks and quantities lots; amounts canonical integer text.

export type { NewOrder } from '#domain/new-order'

/** An order's name: its number or the client's own id. */
export type OrderName = { readonly orderNo: number } | { readonly clientOrderId: string }

/** The most orders in one `place_spot_orders`. */
export const ORDERS_PER_COMMAND_MAX = 50
