//  ---------------------------------------------------------------------------

import Exchange from './abstract/cm.js';
import { AuthenticationError, ExchangeNotAvailable, PermissionDenied, InvalidNonce, RateLimitExceeded, BadRequest, BadSymbol, InvalidOrder, OrderNotFound, OrderNotFillable, OrderImmediatelyFillable, DuplicateOrderId, InsufficientFunds, MarketClosed, OnMaintenance, ArgumentsRequired, ExchangeError } from './base/errors.js';
import { TICK_SIZE } from './base/functions/number.js';
import { Precise } from './base/Precise.js';
import { sha256 } from '@noble/hashes/sha2.js';
import type { Balances, Currencies, Currency, Dict, Int, LedgerEntry, Market, Num, OHLCV, Order, OrderBook, OrderRequest, OrderSide, OrderType, Str, Strings, Ticker, Tickers, Trade, TradingFees, Transaction, TransferEntry, int } from './base/types.js';

//  ---------------------------------------------------------------------------

/**
 * @class cm
 * @augments Exchange
 */
export default class cm extends Exchange {
    describe () {
        return this.deepExtend (super.describe (), {
            'id': 'cm',
            'name': 'CM',
            'countries': [ 'JP' ],
            'version': 'v1',
            // 1200 units of weight a minute without a key
            'rateLimit': 50,
            'certified': false,
            'pro': true,
            // every site of the software has a host of its own: new ccxt.cm ({ 'hostname': 'exchange.example' })
            'hostname': 'localhost',
            'has': {
                'CORS': true,
                'spot': true,
                'margin': false,
                'swap': false,
                'future': false,
                'option': false,
                'cancelAllOrders': true,
                'cancelAllOrdersAfter': true,
                'cancelOrder': true,
                'createMarketBuyOrderWithCost': true,
                'createOrder': true,
                'createOrders': true,
                'createPostOnlyOrder': true,
                'editOrder': true,
                'fetchBalance': true,
                'fetchCanceledOrders': true,
                'fetchClosedOrders': true,
                'fetchCurrencies': true,
                'fetchDeposits': true,
                'fetchLedger': true,
                'fetchMarkets': true,
                'fetchMyTrades': true,
                'fetchOHLCV': true,
                'fetchOpenOrders': true,
                'fetchOrder': true,
                'fetchOrderBook': true,
                'fetchOrders': true,
                'fetchOrderTrades': true,
                'fetchStatus': true,
                'fetchTicker': true,
                'fetchTickers': true,
                'fetchTime': true,
                'fetchTrades': true,
                'fetchTradingFees': true,
                'fetchTransfers': true,
                'fetchWithdrawals': true,
                'transfer': true,
                'withdraw': false,
            },
            'timeframes': {
                '1m': '1min',
                '5m': '5min',
                '15m': '15min',
                '30m': '30min',
                '1h': '60min',
                '4h': '240min',
                '1d': '1D',
                '1w': '1W',
                '1M': '1M',
            },
            'urls': {
                'api': {
                    'public': 'https://{hostname}/api',
                    'private': 'https://{hostname}/api',
                },
                'www': 'https://{hostname}',
                'doc': [ 'https://{hostname}/api/docs', 'https://{hostname}/developers' ],
            },
            // the cost of an endpoint is its weight
            'api': {
                'public': {
                    'get': {
                        'v1/time': 1,
                        'v1/status': 5,
                        'v1/info': 10,
                        'v1/quotes': 2,
                        'v1/book': 1,
                        'v1/trades': 1,
                        'v1/candles': 2,
                    },
                },
                // 6000 units a minute with a key, so that each costs a fifth
                'private': {
                    'get': {
                        'v1/balances': 0.2,
                        'v1/order': 0.2,
                        'v1/orders': 1,
                        'v1/fills': 1,
                        'v1/ledger': 1,
                        'v1/deposits': 1,
                        'v1/withdrawals': 1,
                        'v1/transfers': 1,
                    },
                    'post': {
                        'v1/order': 0.2,
                        'v1/orders': 1,
                        'v1/cancel-all-after': 0.2,
                        'v1/transfer': 0.2,
                    },
                    'put': {
                        'v1/order': 0.2,
                    },
                    'delete': {
                        'v1/order': 0.2,
                        'v1/orders': 0.2,
                    },
                },
            },
            'precisionMode': TICK_SIZE,
            'options': {
                'defaultType': 'spot',
                'recvWindow': 5000,
                'timeDifference': 0,
                'adjustForTimeDifference': false,
                'createMarketBuyOrderRequiresPrice': false,
                'accountsByType': {
                    'spot': 'change',
                    'funding': 'legal',
                    'margin': 'margin',
                    'swap': 'lever',
                    'option': 'micro',
                    'stocks': 'stocks',
                    'earn': 'earn',
                },
            },
            'exceptions': {
                'exact': {
                    'key_header_malformed': AuthenticationError,
                    'key_unknown': AuthenticationError,
                    'key_expired': AuthenticationError,
                    'signature_wrong': AuthenticationError,
                    'session_missing': AuthenticationError,
                    'session_ended': AuthenticationError,
                    'key_not_taken': PermissionDenied,
                    'key_scope_missing': PermissionDenied,
                    'key_address_refused': PermissionDenied,
                    'identity_check_needed': PermissionDenied,
                    'product_not_in_country': PermissionDenied,
                    'timestamp_late': InvalidNonce,
                    'timestamp_early': InvalidNonce,
                    'request_replayed': InvalidNonce,
                    'too_many_requests': RateLimitExceeded,
                    'internal_error': ExchangeNotAvailable,
                    'pair_not_found': BadSymbol,
                    'asset_not_found': BadSymbol,
                    'order_not_found': OrderNotFound,
                    'order_not_open': OrderNotFound,
                    'insufficient_available': InsufficientFunds,
                    'client_order_id_in_use': DuplicateOrderId,
                    'post_only_would_take': OrderImmediatelyFillable,
                    'fill_or_kill_unfilled': OrderNotFillable,
                    'market_closed': MarketClosed,
                    'no_reference_price': OnMaintenance,
                    'price_off_tick': InvalidOrder,
                    'price_out_of_band': InvalidOrder,
                    'price_missing': InvalidOrder,
                    'quantity_off_lot': InvalidOrder,
                    'quantity_below_min': InvalidOrder,
                    'quantity_above_max': InvalidOrder,
                    'quantity_missing': InvalidOrder,
                    'budget_above_max': InvalidOrder,
                    'budget_needs_market_buy': InvalidOrder,
                    'notional_below_min': InvalidOrder,
                    'open_orders_above_max': InvalidOrder,
                    'orders_above_batch_max': InvalidOrder,
                    'post_only_needs_resting': InvalidOrder,
                    'market_order_never_rests': InvalidOrder,
                    'amend_below_filled': InvalidOrder,
                    'field_missing': BadRequest,
                    'field_malformed': BadRequest,
                    'field_not_taken': BadRequest,
                    'request_malformed': BadRequest,
                },
                'broad': {},
            },
        });
    }

    nonce () {
        return this.milliseconds () - this.options['timeDifference'];
    }

    /**
     * @method
     * @name cm#fetchTime
     * @description fetches the current integer timestamp in milliseconds from the exchange server
     */
    async fetchTime (params = {}): Promise<Int> {
        const response = await this.publicGetV1Time (params);
        return this.safeInteger (this.safeDict (response, 'message', {}), 'server_time');
    }

    /**
     * @method
     * @name cm#fetchStatus
     * @description the latest known information on the availability of the exchange API
     */
    async fetchStatus (params = {}) {
        const response = await this.publicGetV1Status (params);
        const message = this.safeDict (response, 'message', {});
        const status = this.safeString (message, 'status');
        return {
            'status': status === 'ok' ? 'ok' : 'maintenance',
            'updated': this.safeInteger (message, 'server_time'),
            'eta': undefined,
            'url': undefined,
            'info': response,
        };
    }

    /**
     * @method
     * @name cm#fetchMarkets
     * @description retrieves data on all markets of the exchange
     */
    async fetchMarkets (params = {}): Promise<Market[]> {
        if (this.options['adjustForTimeDifference']) {
            await this.loadTimeDifference ();
        }
        const response = await this.publicGetV1Info (params);
        const pairs = this.safeList (this.safeDict (response, 'message', {}), 'pairs', []);
        return this.parseMarkets (pairs);
    }

    parseMarket (market: Dict): Market {
        //
        //     {
        //         "id": 1,
        //         "symbol": "BTC-USDT",
        //         "base": "BTC",
        //         "quote": "USDT",
        //         "is_tradable": true,
        //         "price_tick": "0.1",
        //         "quantity_lot": "0.00001",
        //         "quantity_min": "0.00001",
        //         "quantity_max": "100.00000",
        //         "notional_min": "5.000000",
        //         "price_band": "0.10",
        //         "open_orders_max": 200,
        //         "maker": "0.001",
        //         "taker": "0.001",
        //         "wallet": "change",
        //         "is_stock": false
        //     }
        //
        const baseId = this.safeString (market, 'base');
        const quoteId = this.safeString (market, 'quote');
        const base = this.safeCurrencyCode (baseId);
        const quote = this.safeCurrencyCode (quoteId);
        return {
            'id': this.safeString (market, 'symbol'),
            'symbol': base + '/' + quote,
            'base': base,
            'quote': quote,
            'settle': undefined,
            'baseId': baseId,
            'quoteId': quoteId,
            'settleId': undefined,
            'type': 'spot',
            'spot': true,
            'margin': false,
            'swap': false,
            'future': false,
            'option': false,
            'active': this.safeBool (market, 'is_tradable'),
            'contract': false,
            'linear': undefined,
            'inverse': undefined,
            'taker': this.safeNumber (market, 'taker'),
            'maker': this.safeNumber (market, 'maker'),
            'percentage': true,
            'tierBased': false,
            'feeSide': 'get',
            'contractSize': undefined,
            'expiry': undefined,
            'expiryDatetime': undefined,
            'strike': undefined,
            'optionType': undefined,
            'precision': {
                'amount': this.safeNumber (market, 'quantity_lot'),
                'price': this.safeNumber (market, 'price_tick'),
            },
            'limits': {
                'leverage': { 'min': undefined, 'max': undefined },
                'amount': {
                    'min': this.safeNumber (market, 'quantity_min'),
                    'max': this.safeNumber (market, 'quantity_max'),
                },
                'price': { 'min': undefined, 'max': undefined },
                'cost': { 'min': this.safeNumber (market, 'notional_min'), 'max': undefined },
            },
            'created': undefined,
            'info': market,
        } as Market;
    }

    /**
     * @method
     * @name cm#fetchCurrencies
     * @description fetches all available currencies on the exchange
     */
    async fetchCurrencies (params = {}): Promise<Currencies> {
        const response = await this.publicGetV1Info (params);
        const assets = this.safeList (this.safeDict (response, 'message', {}), 'assets', []);
        const result: Dict = {};
        for (let i = 0; i < assets.length; i++) {
            const asset = assets[i];
            const id = this.safeString (asset, 'code');
            const code = this.safeCurrencyCode (id);
            const precision = this.parseNumber (this.parsePrecision (this.safeString (asset, 'decimals')));
            const chains = this.safeList (asset, 'networks', []);
            const networks: Dict = {};
            for (let j = 0; j < chains.length; j++) {
                const chain = chains[j];
                const networkId = this.safeString (chain, 'name');
                const network = this.networkIdToCode (networkId);
                const deposit = this.safeBool (chain, 'is_deposit_open');
                const withdraw = this.safeBool (chain, 'is_withdrawal_open');
                networks[network] = {
                    'info': chain,
                    'id': networkId,
                    'network': network,
                    'active': deposit && withdraw,
                    'deposit': deposit,
                    'withdraw': withdraw,
                    'fee': this.safeNumber (chain, 'withdrawal_fee'),
                    'precision': precision,
                    'limits': {
                        'deposit': { 'min': this.safeNumber (chain, 'deposit_min'), 'max': undefined },
                        'withdraw': { 'min': this.safeNumber (chain, 'withdrawal_min'), 'max': undefined },
                    },
                };
            }
            result[code] = this.safeCurrencyStructure ({
                'info': asset,
                'id': id,
                'code': code,
                'name': this.safeString (asset, 'name'),
                'type': 'crypto',
                'active': undefined,
                'deposit': undefined,
                'withdraw': undefined,
                'fee': undefined,
                'precision': precision,
                'networks': networks,
                'limits': {
                    'amount': { 'min': undefined, 'max': undefined },
                    'withdraw': { 'min': undefined, 'max': undefined },
                    'deposit': { 'min': undefined, 'max': undefined },
                },
            });
        }
        return result;
    }

    /**
     * @method
     * @name cm#fetchTradingFees
     * @description fetches the trading fees of all markets
     */
    async fetchTradingFees (params = {}): Promise<TradingFees> {
        const markets = await this.fetchMarkets (params);
        const result: Dict = {};
        for (let i = 0; i < markets.length; i++) {
            const market = markets[i];
            result[market['symbol']] = {
                'info': market['info'],
                'symbol': market['symbol'],
                'maker': market['maker'],
                'taker': market['taker'],
                'percentage': true,
                'tierBased': false,
            };
        }
        return result;
    }

    /**
     * @method
     * @name cm#fetchTicker
     * @description fetches the last price and the last 24 hours of a market
     */
    async fetchTicker (symbol: string, params = {}): Promise<Ticker> {
        await this.loadMarkets ();
        const market = this.market (symbol);
        const response = await this.publicGetV1Quotes (this.extend ({ 'symbol': market['id'] }, params));
        const quotes = this.safeList (response, 'message', []);
        return this.parseTicker (this.safeDict (quotes, 0, {}), market);
    }

    /**
     * @method
     * @name cm#fetchTickers
     * @description fetches the last price and the last 24 hours of several markets
     */
    async fetchTickers (symbols: Strings = undefined, params = {}): Promise<Tickers> {
        await this.loadMarkets ();
        const response = await this.publicGetV1Quotes (params);
        return this.parseTickers (this.safeList (response, 'message', []), symbols);
    }

    parseTicker (ticker: Dict, market: Market = undefined): Ticker {
        //
        //     {
        //         "symbol": "BTC-USDT",
        //         "seq": 17,
        //         "at": 1795867200000,
        //         "price": "61000.1",
        //         "open": "60500.0",
        //         "high": "61200.0",
        //         "low": "60100.0",
        //         "volume": "1234.56789",
        //         "quote_volume": "75000000.000000",
        //         "mean_price": "60800.0",
        //         "change": "+0.83",
        //         "bid": "61000.0",
        //         "ask": "61000.2",
        //         "source": "simulator",
        //         "is_stale": false
        //     }
        //
        const timestamp = this.safeInteger (ticker, 'at');
        const last = this.safeString (ticker, 'price');
        return this.safeTicker (
            {
                'symbol': this.safeSymbol (this.safeString (ticker, 'symbol'), market, '-'),
                'timestamp': timestamp,
                'datetime': this.iso8601 (timestamp),
                'high': this.safeString (ticker, 'high'),
                'low': this.safeString (ticker, 'low'),
                'bid': this.safeString (ticker, 'bid'),
                'bidVolume': undefined,
                'ask': this.safeString (ticker, 'ask'),
                'askVolume': undefined,
                'vwap': this.safeString (ticker, 'mean_price'),
                'open': this.safeString (ticker, 'open'),
                'close': last,
                'last': last,
                'previousClose': undefined,
                'change': undefined,
                'percentage': undefined,
                'average': undefined,
                'baseVolume': this.safeString (ticker, 'volume'),
                'quoteVolume': this.safeString (ticker, 'quote_volume'),
                'info': ticker,
            },
            market,
        );
    }

    /**
     * @method
     * @name cm#fetchOrderBook
     * @description fetches the open orders of a market by price
     */
    async fetchOrderBook (symbol: string, limit: Int = undefined, params = {}): Promise<OrderBook> {
        await this.loadMarkets ();
        const market = this.market (symbol);
        const request: Dict = { 'symbol': market['id'] };
        if (limit !== undefined) {
            request['limit'] = limit;
        }
        const response = await this.publicGetV1Book (this.extend (request, params));
        const book = this.safeDict (response, 'message', {});
        const orderbook = this.parseOrderBook (book, market['symbol'], this.safeInteger (book, 'at'));
        orderbook['nonce'] = this.safeInteger (book, 'seq');
        return orderbook;
    }

    /**
     * @method
     * @name cm#fetchTrades
     * @description fetches the most recent trades of a market
     */
    async fetchTrades (symbol: string, since: Int = undefined, limit: Int = undefined, params = {}): Promise<Trade[]> {
        await this.loadMarkets ();
        const market = this.market (symbol);
        const request: Dict = { 'symbol': market['id'] };
        if (limit !== undefined) {
            request['limit'] = limit;
        }
        const response = await this.publicGetV1Trades (this.extend (request, params));
        return this.parseTrades (this.safeList (response, 'message', []), market, since, limit);
    }

    /**
     * @method
     * @name cm#fetchMyTrades
     * @description fetches the own trades
     * @param {int} [params.until] only trades before this timestamp, in ms
     * @param {int} [params.cursor] `next_cursor` of an earlier answer
     */
    async fetchMyTrades (symbol: Str = undefined, since: Int = undefined, limit: Int = undefined, params = {}): Promise<Trade[]> {
        await this.loadMarkets ();
        const market = symbol === undefined ? undefined : this.market (symbol);
        const response = await this.privateGetV1Fills (this.extend (this.walkRequest (market, since, limit), params));
        const fills = this.safeList (this.safeDict (response, 'message', {}), 'list', []);
        return this.parseTrades (fills, market, since, limit);
    }

    /**
     * @method
     * @name cm#fetchOrderTrades
     * @description fetches the trades of one order
     */
    async fetchOrderTrades (id: string, symbol: Str = undefined, since: Int = undefined, limit: Int = undefined, params = {}): Promise<Trade[]> {
        return await this.fetchMyTrades (symbol, since, limit, this.extend ({ 'order_id': id }, params));
    }

    parseTrade (trade: Dict, market: Market = undefined): Trade {
        //
        // public
        //
        //     { "trade_no": 7, "at": 1795867200000, "price": "61000.1", "quantity": "0.01000", "side": "buy" }
        //
        // own
        //
        //     {
        //         "trade_no": 7,
        //         "order_id": 3,
        //         "symbol": "BTC-USDT",
        //         "side": "buy",
        //         "role": "taker",
        //         "price": "61000.1",
        //         "quantity": "0.01000",
        //         "fee": "0.00001000",
        //         "fee_currency": "BTC",
        //         "at": 1795867200000
        //     }
        //
        const timestamp = this.safeInteger (trade, 'at');
        const feeCost = this.safeString (trade, 'fee');
        const fee =
            feeCost === undefined
                ? undefined
                : {
                      'cost': feeCost,
                      'currency': this.safeCurrencyCode (this.safeString (trade, 'fee_currency')),
                  };
        return this.safeTrade (
            {
                'info': trade,
                'id': this.safeString (trade, 'trade_no'),
                'timestamp': timestamp,
                'datetime': this.iso8601 (timestamp),
                'symbol': this.safeSymbol (this.safeString (trade, 'symbol'), market, '-'),
                'order': this.safeString (trade, 'order_id'),
                'type': undefined,
                'side': this.safeString (trade, 'side'),
                'takerOrMaker': this.safeString (trade, 'role'),
                'price': this.safeString (trade, 'price'),
                'amount': this.safeString (trade, 'quantity'),
                'cost': undefined,
                'fee': fee,
            },
            market,
        );
    }

    /**
     * @method
     * @name cm#fetchOHLCV
     * @description fetches candles: the newest ones, or those from `since` on
     * @param {int} [params.until] only candles before this timestamp, in ms
     */
    async fetchOHLCV (symbol: string, timeframe = '1m', since: Int = undefined, limit: Int = undefined, params = {}): Promise<OHLCV[]> {
        await this.loadMarkets ();
        const market = this.market (symbol);
        const request: Dict = {
            'symbol': market['id'],
            'period': this.safeString (this.timeframes, timeframe, timeframe),
        };
        if (since !== undefined) {
            request['since'] = since;
        }
        if (limit !== undefined) {
            request['limit'] = limit;
        }
        const response = await this.publicGetV1Candles (this.extend (request, params));
        return this.parseOHLCVs (this.safeList (response, 'message', []), market, timeframe, since, limit);
    }

    parseOHLCV (ohlcv, market: Market = undefined): OHLCV {
        return [this.safeInteger (ohlcv, 'time'), this.safeNumber (ohlcv, 'open'), this.safeNumber (ohlcv, 'high'), this.safeNumber (ohlcv, 'low'), this.safeNumber (ohlcv, 'close'), this.safeNumber (ohlcv, 'volume')];
    }

    /**
     * @method
     * @name cm#fetchBalance
     * @description fetches what one wallet holds
     * @param {string} [params.type] 'spot' (preset), 'funding', 'margin', 'swap', 'option', 'stocks' or 'earn'
     */
    async fetchBalance (params = {}): Promise<Balances> {
        await this.loadMarkets ();
        const type = this.safeString (params, 'type', this.options['defaultType']);
        const wallet = this.safeString (this.options['accountsByType'], type, type);
        const response = await this.privateGetV1Balances (this.extend ({ 'wallet': wallet }, this.omit (params, 'type')));
        const lines = this.safeList (response, 'message', []);
        const result: Dict = { 'info': response };
        for (let i = 0; i < lines.length; i++) {
            const line = lines[i];
            const account = this.account ();
            account['free'] = this.safeString (line, 'available');
            account['used'] = this.safeString (line, 'held');
            account['total'] = this.safeString (line, 'total');
            result[this.safeCurrencyCode (this.safeString (line, 'asset'))] = account;
        }
        return this.safeBalance (result);
    }

    /**
     * @method
     * @name cm#createOrder
     * @description creates an order
     * @param {string} [params.timeInForce] 'GTC', 'IOC' or 'FOK'
     * @param {bool} [params.postOnly] refused instead of taking
     * @param {string} [params.clientOrderId] 1 to 64 of A-Z a-z 0-9 . _ : -
     * @param {float} [params.cost] quote to spend, for market buys, instead of an amount
     */
    async createOrder (symbol: string, type: OrderType, side: OrderSide, amount: number, price: Num = undefined, params = {}): Promise<Order> {
        await this.loadMarkets ();
        const market = this.market (symbol);
        const request = this.createOrderRequest (symbol, type, side, amount, price, params);
        const response = await this.privatePostV1Order (request);
        return this.parseOrder (this.safeDict (response, 'message', {}), market);
    }

    /**
     * @method
     * @name cm#createMarketBuyOrderWithCost
     * @description buys for an amount of the quote currency
     */
    async createMarketBuyOrderWithCost (symbol: string, cost: number, params = {}) {
        return await this.createOrder (symbol, 'market', 'buy', undefined, undefined, this.extend ({ 'cost': cost }, params));
    }

    /**
     * @method
     * @name cm#createOrders
     * @description creates several orders; each has its own outcome, a refused one the status 'rejected'
     */
    async createOrders (orders: OrderRequest[], params = {}): Promise<Order[]> {
        await this.loadMarkets ();
        const requests = this.createOrdersRequest (orders);
        const response = await this.privatePostV1Orders (this.extend ({ 'orders': requests }, params));
        return this.parseOutcomes (this.safeList (response, 'message', []));
    }

    createOrdersRequest (orders: OrderRequest[]) {
        const requests = [];
        for (let i = 0; i < orders.length; i++) {
            const order = orders[i];
            const extra = this.safeDict (order, 'params', {});
            const symbol = this.safeString (order, 'symbol');
            const type = this.safeString (order, 'type') as OrderType;
            const side = this.safeString (order, 'side') as OrderSide;
            requests.push (this.createOrderRequest (symbol, type, side, this.safeNumber (order, 'amount'), this.safeNumber (order, 'price'), extra));
        }
        return requests;
    }

    parseOutcomes (outcomes: Dict[]): Order[] {
        const result = [];
        for (let i = 0; i < outcomes.length; i++) {
            const placed = this.safeDict (outcomes[i], 'order');
            if (placed === undefined) {
                result.push (this.safeOrder ({ 'status': 'rejected', 'info': outcomes[i] }));
            } else {
                result.push (this.parseOrder (placed));
            }
        }
        return result;
    }

    createOrderRequest (symbol: string, type: OrderType, side: OrderSide, amount: Num, price: Num = undefined, params = {}) {
        const market = this.market (symbol);
        const request: Dict = {
            'symbol': market['id'],
            'side': side,
            'kind': type,
        };
        const cost = this.safeString2 (params, 'cost', 'quoteOrderQty');
        if (cost !== undefined) {
            request['quote_amount'] = this.costToPrecision (symbol, cost);
        } else {
            request['quantity'] = this.amountToPrecision (symbol, amount);
        }
        if (type === 'limit') {
            if (price === undefined) {
                throw new ArgumentsRequired (this.id + ' createOrder() requires a price argument for a limit order');
            }
            request['price'] = this.priceToPrecision (symbol, price);
        }
        const timeInForce = this.safeStringLower (params, 'timeInForce');
        const isPostOnly = this.safeBool (params, 'postOnly', false) || timeInForce === 'po';
        if (isPostOnly) {
            request['post_only'] = true;
        } else if (timeInForce !== undefined) {
            request['time_in_force'] = timeInForce;
        }
        const clientOrderId = this.safeString (params, 'clientOrderId');
        if (clientOrderId !== undefined) {
            request['client_order_id'] = clientOrderId;
        }
        return this.extend (request, this.omit (params, [ 'cost', 'quoteOrderQty', 'timeInForce', 'postOnly', 'clientOrderId' ]));
    }

    /**
     * @method
     * @name cm#editOrder
     * @description changes price or amount of an open order, which keeps its id
     */
    async editOrder (id: string, symbol: string, type: OrderType, side: OrderSide, amount: Num = undefined, price: Num = undefined, params = {}): Promise<Order> {
        await this.loadMarkets ();
        const market = this.market (symbol);
        const response = await this.privatePutV1Order (this.editOrderRequest (id, symbol, amount, price, params));
        return this.parseOrder (this.safeDict (response, 'message', {}), market);
    }

    editOrderRequest (id: string, symbol: string, amount: Num = undefined, price: Num = undefined, params = {}): Dict {
        const request = this.orderName (id, params);
        if (amount !== undefined) {
            request['quantity'] = this.amountToPrecision (symbol, amount);
        }
        if (price !== undefined) {
            request['price'] = this.priceToPrecision (symbol, price);
        }
        return this.extend (request, this.omit (params, 'clientOrderId'));
    }

    /**
     * @method
     * @name cm#cancelOrder
     * @description cancels an open order
     */
    async cancelOrder (id: string, symbol: Str = undefined, params = {}): Promise<Order> {
        await this.loadMarkets ();
        const response = await this.privateDeleteV1Order (this.extend (this.orderName (id, params), this.omit (params, 'clientOrderId')));
        return this.parseOrder (this.safeDict (response, 'message', {}));
    }

    /**
     * @method
     * @name cm#cancelAllOrders
     * @description cancels all open orders, or those of one market
     */
    async cancelAllOrders (symbol: Str = undefined, params = {}): Promise<Order[]> {
        await this.loadMarkets ();
        const request: Dict = {};
        if (symbol !== undefined) {
            request['symbol'] = this.marketId (symbol);
        }
        const response = await this.privateDeleteV1Orders (this.extend (request, params));
        return this.parseCancelled (this.safeDict (response, 'message', {}));
    }

    parseCancelled (message: Dict): Order[] {
        const ids = this.safeList (message, 'order_ids', []);
        const result = [];
        for (let i = 0; i < ids.length; i++) {
            result.push (this.safeOrder ({ 'id': this.numberToString (ids[i]), 'info': message }));
        }
        return result;
    }

    /**
     * @method
     * @name cm#cancelAllOrdersAfter
     * @description cancels every open spot order unless the same key calls again in time
     * @param {number} timeout in milliseconds, 0 ends it
     */
    async cancelAllOrdersAfter (timeout: Int, params = {}) {
        return await this.privatePostV1CancelAllAfter (this.extend ({ 'timeout': this.numberToString (timeout) }, params));
    }

    /**
     * @method
     * @name cm#fetchOrder
     * @description fetches one order, by its id or by params.clientOrderId
     */
    async fetchOrder (id: string, symbol: Str = undefined, params = {}): Promise<Order> {
        await this.loadMarkets ();
        const response = await this.privateGetV1Order (this.extend (this.orderName (id, params), this.omit (params, 'clientOrderId')));
        return this.parseOrder (this.safeDict (response, 'message', {}));
    }

    orderName (id: Str, params = {}): Dict {
        const clientOrderId = this.safeString (params, 'clientOrderId');
        return clientOrderId === undefined ? { 'order_id': id } : { 'client_order_id': clientOrderId };
    }

    /**
     * @method
     * @name cm#fetchOrders
     * @description fetches the newest orders
     * @param {int} [params.until] only orders opened before this timestamp, in ms
     * @param {int} [params.cursor] `next_cursor` of an earlier answer
     */
    async fetchOrders (symbol: Str = undefined, since: Int = undefined, limit: Int = undefined, params = {}): Promise<Order[]> {
        await this.loadMarkets ();
        const market = symbol === undefined ? undefined : this.market (symbol);
        const response = await this.privateGetV1Orders (this.extend (this.walkRequest (market, since, limit), params));
        const orders = this.safeList (this.safeDict (response, 'message', {}), 'list', []);
        return this.parseOrders (orders, market, since, limit);
    }

    /**
     * @method
     * @name cm#fetchOpenOrders
     * @description fetches the open orders
     */
    async fetchOpenOrders (symbol: Str = undefined, since: Int = undefined, limit: Int = undefined, params = {}): Promise<Order[]> {
        return await this.fetchOrders (symbol, since, limit, this.extend ({ 'stage': 'open' }, params));
    }

    /**
     * @method
     * @name cm#fetchClosedOrders
     * @description fetches the filled orders
     */
    async fetchClosedOrders (symbol: Str = undefined, since: Int = undefined, limit: Int = undefined, params = {}): Promise<Order[]> {
        return await this.fetchOrders (symbol, since, limit, this.extend ({ 'stage': 'filled' }, params));
    }

    /**
     * @method
     * @name cm#fetchCanceledOrders
     * @description fetches the canceled orders
     */
    async fetchCanceledOrders (symbol: Str = undefined, since: Int = undefined, limit: Int = undefined, params = {}): Promise<Order[]> {
        return await this.fetchOrders (symbol, since, limit, this.extend ({ 'stage': 'cancelled' }, params));
    }

    parseOrder (order: Dict, market: Market = undefined): Order {
        //
        //     {
        //         "order_id": 3,
        //         "client_order_id": null,
        //         "symbol": "BTC-USDT",
        //         "side": "buy",
        //         "kind": "limit",
        //         "price": "61000.0",
        //         "quantity": "0.01000",
        //         "quote_amount": null,
        //         "time_in_force": "gtc",
        //         "post_only": false,
        //         "state": "open",
        //         "close_reason": null,
        //         "refusal": null,
        //         "filled_quantity": "0.00000",
        //         "filled_quote": "0.000000",
        //         "average_price": "0.00000000",
        //         "fee": "0.00000000",
        //         "fee_currency": "BTC",
        //         "opened_at": 1795867200000,
        //         "updated_at": 1795867200000
        //     }
        //
        const timestamp = this.safeInteger (order, 'opened_at');
        const updated = this.safeInteger (order, 'updated_at');
        const type = this.safeString (order, 'kind');
        const filled = this.safeString (order, 'filled_quantity');
        const hasTraded = Precise.stringGt (filled, '0');
        const quantity = this.safeString (order, 'quantity');
        const isOfQuote = this.safeString (order, 'quote_amount') !== undefined;
        return this.safeOrder (
            {
                'info': order,
                'id': this.safeString (order, 'order_id'),
                'clientOrderId': this.safeString (order, 'client_order_id'),
                'timestamp': timestamp,
                'datetime': this.iso8601 (timestamp),
                'lastTradeTimestamp': hasTraded ? updated : undefined,
                'lastUpdateTimestamp': updated,
                'status': this.parseOrderStatus (this.safeString (order, 'state')),
                'symbol': this.safeSymbol (this.safeString (order, 'symbol'), market, '-'),
                'type': type,
                'timeInForce': this.safeStringUpper (order, 'time_in_force'),
                'postOnly': this.safeBool (order, 'post_only'),
                'side': this.safeString (order, 'side'),
                // the price of a market order is the worst that it may trade at
                'price': type === 'market' ? undefined : this.safeString (order, 'price'),
                'triggerPrice': undefined,
                'average': hasTraded ? this.safeString (order, 'average_price') : undefined,
                // an order for an amount of the quote has no quantity of its own
                'amount': isOfQuote ? undefined : quantity,
                'filled': filled,
                'remaining': undefined,
                'cost': this.safeString (order, 'filled_quote'),
                'trades': undefined,
                'fee': {
                    'cost': this.safeString (order, 'fee'),
                    'currency': this.safeCurrencyCode (this.safeString (order, 'fee_currency')),
                },
            },
            market,
        );
    }

    parseOrderStatus (status: Str) {
        const statuses: Dict = {
            'pending': 'open',
            'open': 'open',
            'filled': 'closed',
            'cancelled': 'canceled',
            'rejected': 'rejected',
        };
        return this.safeString (statuses, status, status);
    }

    /**
     * @method
     * @name cm#fetchLedger
     * @description fetches every movement of the own wallets
     * @param {string} [params.wallet] one wallet only
     * @param {int} [params.until] only movements before this timestamp, in ms
     */
    async fetchLedger (code: Str = undefined, since: Int = undefined, limit: Int = undefined, params = {}): Promise<LedgerEntry[]> {
        await this.loadMarkets ();
        const currency = code === undefined ? undefined : this.currency (code);
        const response = await this.privateGetV1Ledger (this.extend (this.fundsRequest (currency, since, limit), params));
        const lines = this.safeList (this.safeDict (response, 'message', {}), 'list', []);
        return this.parseLedger (lines, currency, since, limit);
    }

    parseLedgerEntry (item: Dict, currency: Currency = undefined): LedgerEntry {
        const timestamp = this.safeInteger (item, 'at');
        const change = this.safeString (item, 'change');
        const code = this.safeCurrencyCode (this.safeString (item, 'asset'), currency);
        const reason = this.safeString (item, 'reason');
        const types: Dict = {
            'spot_fill': 'trade',
            'spot_fee': 'fee',
            'transfer': 'transfer',
            'deposit': 'transaction',
            'withdrawal': 'transaction',
            'withdrawal_fee': 'fee',
            'rebate': 'rebate',
        };
        return this.safeLedgerEntry (
            {
                'info': item,
                'id': this.safeString (item, 'id'),
                'direction': Precise.stringLt (change, '0') ? 'out' : 'in',
                'account': this.safeString (item, 'wallet'),
                'referenceId': this.safeString (item, 'ref'),
                'referenceAccount': undefined,
                'type': this.safeString (types, reason, reason),
                'currency': code,
                'amount': this.parseNumber (Precise.stringAbs (change)),
                'timestamp': timestamp,
                'datetime': this.iso8601 (timestamp),
                'before': this.safeNumber (item, 'before'),
                'after': this.safeNumber (item, 'after'),
                'status': 'ok',
                'fee': undefined,
            },
            currency,
        ) as LedgerEntry;
    }

    /**
     * @method
     * @name cm#fetchDeposits
     * @description fetches the own deposits
     */
    async fetchDeposits (code: Str = undefined, since: Int = undefined, limit: Int = undefined, params = {}): Promise<Transaction[]> {
        await this.loadMarkets ();
        const currency = code === undefined ? undefined : this.currency (code);
        const response = await this.privateGetV1Deposits (this.extend (this.fundsRequest (currency, since, limit), params));
        const rows = this.safeList (this.safeDict (response, 'message', {}), 'list', []);
        return this.parseTransactions (rows, currency, since, limit, { 'type': 'deposit' });
    }

    /**
     * @method
     * @name cm#fetchWithdrawals
     * @description fetches the own withdrawals
     */
    async fetchWithdrawals (code: Str = undefined, since: Int = undefined, limit: Int = undefined, params = {}): Promise<Transaction[]> {
        await this.loadMarkets ();
        const currency = code === undefined ? undefined : this.currency (code);
        const response = await this.privateGetV1Withdrawals (this.extend (this.fundsRequest (currency, since, limit), params));
        const rows = this.safeList (this.safeDict (response, 'message', {}), 'list', []);
        return this.parseTransactions (rows, currency, since, limit, { 'type': 'withdrawal' });
    }

    parseTransaction (transaction: Dict, currency: Currency = undefined): Transaction {
        const timestamp = this.safeInteger (transaction, 'created_at');
        const code = this.safeCurrencyCode (this.safeString (transaction, 'asset'), currency);
        const address = this.safeString2 (transaction, 'address', 'target');
        const feeCost = this.safeNumber (transaction, 'fee');
        const fee = feeCost === undefined ? undefined : { 'cost': feeCost, 'currency': code };
        const statuses: Dict = {
            'confirming': 'pending',
            'review': 'pending',
            'passed': 'ok',
            'failed': 'failed',
            'cancelled': 'canceled',
        };
        const state = this.safeString (transaction, 'state');
        return {
            'info': transaction,
            'id': this.safeString (transaction, 'id'),
            'txid': this.safeString (transaction, 'tx_id'),
            'type': undefined,
            'currency': code,
            'network': this.networkIdToCode (this.safeString (transaction, 'network')),
            'amount': this.safeNumber (transaction, 'amount'),
            'status': this.safeString (statuses, state, state),
            'timestamp': timestamp,
            'datetime': this.iso8601 (timestamp),
            'address': address,
            'addressFrom': undefined,
            'addressTo': address,
            'tag': this.safeString (transaction, 'memo'),
            'tagFrom': undefined,
            'tagTo': this.safeString (transaction, 'memo'),
            'updated': this.safeInteger (transaction, 'settled_at'),
            'comment': undefined,
            'internal': false,
            'fee': fee,
        } as Transaction;
    }

    /**
     * @method
     * @name cm#transfer
     * @description moves money between two of your wallets
     */
    async transfer (code: string, amount: number, fromAccount: string, toAccount: string, params = {}): Promise<TransferEntry> {
        await this.loadMarkets ();
        const currency = this.currency (code);
        const accounts = this.options['accountsByType'];
        const request: Dict = {
            'asset': currency['id'],
            'amount': this.currencyToPrecision (code, amount),
            'from': this.safeString (accounts, fromAccount, fromAccount),
            'to': this.safeString (accounts, toAccount, toAccount),
        };
        const response = await this.privatePostV1Transfer (this.extend (request, params));
        const message = this.safeDict (response, 'message', {});
        const transfer = this.parseTransfer (this.extend (request, { 'id': this.safeString (message, 'entry_id') }), currency);
        return this.extend (transfer, { 'info': response });
    }

    /**
     * @method
     * @name cm#fetchTransfers
     * @description fetches the transfers between own wallets
     */
    async fetchTransfers (code: Str = undefined, since: Int = undefined, limit: Int = undefined, params = {}): Promise<TransferEntry[]> {
        await this.loadMarkets ();
        const currency = code === undefined ? undefined : this.currency (code);
        const response = await this.privateGetV1Transfers (this.extend (this.fundsRequest (currency, since, limit), params));
        const rows = this.safeList (this.safeDict (response, 'message', {}), 'list', []);
        return this.parseTransfers (rows, currency, since, limit);
    }

    parseTransfer (transfer: Dict, currency: Currency = undefined): TransferEntry {
        const timestamp = this.safeInteger (transfer, 'at');
        const from = this.safeString (transfer, 'from');
        const to = this.safeString (transfer, 'to');
        return {
            'info': transfer,
            'id': this.safeString (transfer, 'id'),
            'timestamp': timestamp,
            'datetime': this.iso8601 (timestamp),
            'currency': this.safeCurrencyCode (this.safeString (transfer, 'asset'), currency),
            'amount': this.safeNumber (transfer, 'amount'),
            'fromAccount': this.accountOfWallet (from),
            'toAccount': this.accountOfWallet (to),
            'status': 'ok',
        };
    }

    accountOfWallet (wallet: Str) {
        const accounts = this.options['accountsByType'];
        const types = Object.keys (accounts);
        for (let i = 0; i < types.length; i++) {
            if (accounts[types[i]] === wallet) {
                return types[i];
            }
        }
        return wallet;
    }

    walkRequest (market: Market = undefined, since: Int = undefined, limit: Int = undefined): Dict {
        const request: Dict = { 'cursor': 0 };
        if (market !== undefined) {
            request['symbol'] = market['id'];
        }
        if (since !== undefined) {
            request['since'] = since;
        }
        if (limit !== undefined) {
            request['limit'] = limit;
        }
        return request;
    }

    fundsRequest (currency: Currency = undefined, since: Int = undefined, limit: Int = undefined): Dict {
        const request = this.walkRequest (undefined, since, limit);
        if (currency !== undefined) {
            request['asset'] = currency['id'];
        }
        return request;
    }

    sign (path: string, api = 'public', method = 'GET', params = {}, headers = undefined, body = undefined) {
        const base = this.implodeHostname (this.urls['api'][api]);
        let target = '/' + path;
        const isInQuery = method === 'GET' || method === 'DELETE';
        if (isInQuery && Object.keys (params).length > 0) {
            target += '?' + this.urlencode (params);
        }
        headers = { 'Accept': 'application/json, application/problem+json' };
        if (api === 'private') {
            this.checkRequiredCredentials ();
            if (!isInQuery) {
                body = this.json (params);
                headers['Content-Type'] = 'application/json';
            }
            const timestamp = this.nonce ().toString ();
            const recvWindow = this.safeString (this.options, 'recvWindow', '5000');
            const text = [timestamp, recvWindow, method, '/api' + target, '', body === undefined ? '' : body].join ('\n');
            headers['Api-Key'] = this.apiKey;
            headers['Api-Timestamp'] = timestamp;
            headers['Api-Recv-Window'] = recvWindow;
            headers['Api-Signature'] = this.hmac (this.encode (text), this.encode (this.secret), sha256);
        }
        return { 'url': base + target, 'method': method, 'body': body, 'headers': headers };
    }

    handleErrors (statusCode: int, statusText: string, url: string, method: string, responseHeaders: Dict, responseBody: string, response: any, requestHeaders: any, requestBody: any) {
        if (response === undefined) {
            return undefined;
        }
        //
        //     {
        //         "type": "urn:cm:refusal:insufficient_available",
        //         "title": "insufficient available",
        //         "status": 422,
        //         "code": "insufficient_available",
        //         "detail": "Not enough USDT.",
        //         "facts": { "asset": "USDT" }
        //     }
        //
        const code = this.safeString (response, 'code');
        if (code === undefined) {
            return undefined;
        }
        const feedback = this.id + ' ' + responseBody;
        this.throwExactlyMatchedException (this.exceptions['exact'], code, feedback);
        if (statusCode === 404) {
            throw new BadRequest (feedback);
        }
        throw new ExchangeError (feedback);
    }
}
