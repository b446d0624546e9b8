// Table of the simulator's assets with base prices. Constant at run time: no setting, column or endpoint changes it, so a simulated price
// can't be steered.

export interface SimulatedAsset {
  readonly code: string
  /** USDT for one unit on the reference day. */
  readonly price: string
  /** How strongly it follows the market as a whole, in percent: 100 moves one for one. */
  readonly marketShare: number
  /** Standard deviation of a day's own movement, in millionths. */
  readonly volatility: number
  /** A stable asset does not wander away from its base. */
  readonly isStable: boolean
  /** Trade of a usual day against USDT, in USDT. */
  readonly turnover: number
}

/** Standard deviation of a day's movement of the whole market, in millionths. */
export const MARKET_VOLATILITY = 17_000

const MILLION = 1_000_000

const coin = (
  code: string,
  price: string,
  marketShare: number,
  volatility: number,
  millions: number,
): SimulatedAsset => ({
  code,
  price,
  marketShare,
  volatility,
  isStable: false,
  turnover: millions * MILLION,
})
const stable = (code: string, price: string, volatility: number, millions: number): SimulatedAsset => ({
  code,
  price,
  marketShare: 0,
  volatility,
  isStable: true,
  turnover: millions * MILLION,
})

/** A share moves independently of the coins. */
const share = (code: string, price: string, volatility: number, millions: number): SimulatedAsset =>
  coin(code, price, 0, volatility, millions)

export const SIMULATED_ASSETS: readonly SimulatedAsset[] = [
  stable('USDT', '1', 0, 0),
  stable('USDC', '1', 120, 900),
  stable('DAI', '1', 160, 40),
  coin('BTC', '61000', 100, 9_000, 1_400),
  coin('ETH', '3000', 112, 12_000, 800),
  coin('BNB', '580', 90, 11_000, 150),
  coin('SOL', '145', 120, 17_000, 320),
  coin('XRP', '2.1500', 95, 17_000, 210),
  coin('DOGE', '0.1200', 120, 20_000, 160),
  coin('ADA', '0.6800', 110, 17_000, 60),
  coin('LTC', '68', 100, 14_000, 45),
  coin('LINK', '11.40', 115, 17_000, 50),
  coin('AVAX', '26', 120, 18_000, 70),
  coin('DOT', '4.40', 110, 16_000, 35),
  coin('TRX', '0.1600', 60, 10_000, 55),
  coin('UNI', '7.60', 115, 19_000, 40),
  coin('BCH', '355', 105, 16_000, 42),
  coin('XLM', '0.0980', 95, 16_000, 20),
  coin('ATOM', '4.70', 110, 16_000, 22),
  coin('ETC', '19', 110, 16_000, 25),
  coin('FIL', '3.70', 115, 18_000, 28),
  coin('NEAR', '4.90', 120, 19_000, 38),
  coin('APT', '8.70', 120, 19_000, 40),
  coin('ARB', '0.5600', 120, 19_000, 36),
  coin('OP', '1.60', 120, 19_000, 34),
  coin('SUI', '1.80', 125, 21_000, 75),
  coin('TON', '5.30', 85, 15_000, 45),
  coin('POL', '0.4000', 115, 17_000, 24),
  coin('MATIC', '0.4000', 115, 17_000, 24),
  coin('AAVE', '148', 115, 18_000, 30),
  coin('ALGO', '0.1300', 110, 17_000, 15),
  coin('XMR', '158', 70, 13_000, 18),
  coin('DASH', '25', 100, 16_000, 10),
  coin('EOS', '0.4800', 105, 16_000, 14),
  coin('HBAR', '0.0520', 110, 18_000, 16),
  coin('ICP', '8.10', 115, 18_000, 17),
  coin('SHIB', '0.0000140', 120, 21_000, 60),
  coin('PEPE', '0.0000078', 125, 24_000, 110),
  share('AAPL', '265', 14_000, 320),
  share('MSFT', '480', 13_000, 280),
  share('NVDA', '180', 24_000, 600),
  share('AMZN', '225', 17_000, 250),
  share('GOOGL', '290', 16_000, 240),
  share('META', '600', 18_000, 220),
  share('TSLA', '400', 30_000, 520),
  share('JPM', '300', 12_000, 90),
  share('KO', '71', 8_000, 40),
  share('DIS', '105', 14_000, 45),
  share('IBM', '300', 12_000, 40),
  share('MCD', '308', 9_000, 35),
]

const byCode = new Map(SIMULATED_ASSETS.map((asset) => [asset.code, asset]))

export const findSimulatedAsset = (code: string): SimulatedAsset | undefined => byCode.get(code)
