// Candles for the chart, as JSON: /candles/BTC-USDT?period=15min&to=<ms>&count=300.

export { loader } from './data.server'
