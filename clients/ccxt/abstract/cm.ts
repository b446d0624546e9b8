// -------------------------------------------------------------------------------

// The form of the file that CCXT generates from `api` of the class (npm run emitAPI there).

// -------------------------------------------------------------------------------

import { implicitReturnType } from '../base/types.js';
import { Exchange as _Exchange } from '../base/Exchange.js';

interface Exchange {
    publicGetV1Time (params?: {}): Promise<implicitReturnType>;
    publicGetV1Status (params?: {}): Promise<implicitReturnType>;
    publicGetV1Info (params?: {}): Promise<implicitReturnType>;
    publicGetV1Quotes (params?: {}): Promise<implicitReturnType>;
    publicGetV1Book (params?: {}): Promise<implicitReturnType>;
    publicGetV1Trades (params?: {}): Promise<implicitReturnType>;
    publicGetV1Candles (params?: {}): Promise<implicitReturnType>;
    privateGetV1Balances (params?: {}): Promise<implicitReturnType>;
    privateGetV1Order (params?: {}): Promise<implicitReturnType>;
    privateGetV1Orders (params?: {}): Promise<implicitReturnType>;
    privateGetV1Fills (params?: {}): Promise<implicitReturnType>;
    privateGetV1Ledger (params?: {}): Promise<implicitReturnType>;
    privateGetV1Deposits (params?: {}): Promise<implicitReturnType>;
    privateGetV1Withdrawals (params?: {}): Promise<implicitReturnType>;
    privateGetV1Transfers (params?: {}): Promise<implicitReturnType>;
    privatePostV1Order (params?: {}): Promise<implicitReturnType>;
    privatePostV1Orders (params?: {}): Promise<implicitReturnType>;
    privatePostV1CancelAllAfter (params?: {}): Promise<implicitReturnType>;
    privatePostV1Transfer (params?: {}): Promise<implicitReturnType>;
    privatePutV1Order (params?: {}): Promise<implicitReturnType>;
    privateDeleteV1Order (params?: {}): Promise<implicitReturnType>;
    privateDeleteV1Orders (params?: {}): Promise<implicitReturnType>;
}
abstract class Exchange extends _Exchange {}

export default Exchange;
