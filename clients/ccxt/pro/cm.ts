//  ---------------------------------------------------------------------------

import cmRest from '../cm.js';
import { ChecksumError, ExchangeError } from '../base/errors.js';
import { ArrayCache, ArrayCacheBySymbolById } from '../base/ws/Cache.js';
import { sha256 } from '@noble/hashes/sha2.js';
import type Client from '../base/ws/Client.js';
import type { Balances, Dict, Int, Num, Order, OrderBook, OrderRequest, OrderSide, OrderType, Str, Strings, Ticker, Tickers, Trade } from '../base/types.js';

//  ---------------------------------------------------------------------------

/**
 * @class cm
 * @augments Exchange
 */
export default class cm extends cmRest {
    describe () {
        return this.deepExtend (super.describe (), {
            'has': {
                'ws': true,
                'cancelAllOrdersWs': true,
                'cancelOrderWs': true,
                'createOrderWs': true,
                'createOrdersWs': true,
                'editOrderWs': true,
                'unWatchOrderBook': true,
                'unWatchTrades': true,
                'watchBalance': true,
                'watchMyTrades': true,
                // the socket has no candles
                'watchOHLCV': false,
                'watchOrderBook': true,
                'watchOrders': true,
                'watchTicker': true,
                'watchTickers': true,
                'watchTrades': true,
            },
            'urls': {
                'api': {
                    'ws': 'wss://{hostname}/api/v1/ws',
                },
            },
            'options': {
                'tradesLimit': 1000,
                'ordersLimit': 1000,
                // the last message of the account that was heard, from which a new connection goes on
                'accountSeq': undefined,
            },
            'streaming': {
                'ping': this.ping,
                // a socket that says nothing for a minute is closed
                'keepAlive': 20000,
            },
        });
    }

    requestId () {
        this.lockId ();
        const requestId = this.sum (this.safeInteger (this.options, 'requestId', 0), 1);
        this.options['requestId'] = requestId;
        this.unlockId ();
        return requestId;
    }

    getSocketUrl () {
        return this.implodeHostname (this.urls['api']['ws']);
    }

    ping (client: Client) {
        return { 'id': this.requestId (), 'op': 'ping' };
    }

    handleQuestion (client: Client, message: Dict) {
        //
        // asks whether the messages before it were read
        //
        //     { "channel": "ping", "number": 7 }
        //
        const request: Dict = {
            'id': this.requestId (),
            'op': 'ping',
            'params': { 'number': this.safeInteger (message, 'number') },
        };
        this.spawn (this.answerQuestion, client, request);
    }

    async answerQuestion (client: Client, request: Dict) {
        try {
            await client.send (request);
        } catch (e) {
            client.onError (e);
        }
    }

    async subscribe (messageHashes: string[], subscribeHash: string, fields: Dict, params = {}) {
        const requestId = this.requestId ();
        const request: Dict = {
            'id': requestId,
            'op': 'subscribe',
            'params': this.extend (fields, params),
        };
        const subscription: Dict = { 'id': requestId, 'messageHashes': messageHashes };
        const url = this.getSocketUrl ();
        const client = this.client (url);
        const asked = this.safeDict (client.subscriptions, subscribeHash);
        if (asked !== undefined && !this.safeBool (asked, 'isConfirmed', false)) {
            // a refusal of the subscription reaches everything that waits for it
            asked['messageHashes'] = this.arrayConcat (asked['messageHashes'], messageHashes);
        }
        const subscribeHashes = [];
        for (let i = 0; i < messageHashes.length; i++) {
            subscribeHashes.push (subscribeHash);
        }
        return await this.watchMultiple (url, messageHashes, request, subscribeHashes, subscription);
    }

    async unsubscribe (topic: string, symbol: string, params = {}) {
        await this.loadMarkets ();
        const market = this.market (symbol);
        symbol = market['symbol'];
        const channel = topic === 'orderbook' ? 'book' : 'trades';
        const requestId = this.requestId ();
        const messageHash = 'unsubscribe:' + topic + ':' + symbol;
        const request: Dict = {
            'id': requestId,
            'op': 'unsubscribe',
            'params': this.extend ({ 'channel': channel, 'symbol': market['id'] }, params),
        };
        const subscription: Dict = {
            'id': requestId,
            'messageHashes': [ messageHash ],
            'unsubscribe': true,
            'subHash': topic + ':' + symbol,
            'topic': topic,
            'symbols': [ symbol ],
        };
        return await this.watch (this.getSocketUrl (), messageHash, request, messageHash, subscription);
    }

    /**
     * @method
     * @name cm#watchTicker
     * @description watches the last price and the last 24 hours of a market
     */
    async watchTicker (symbol: string, params = {}): Promise<Ticker> {
        await this.loadMarkets ();
        symbol = this.symbol (symbol);
        return await this.subscribe ([ 'ticker:' + symbol ], 'tickers', { 'channel': 'quotes' }, params);
    }

    /**
     * @method
     * @name cm#watchTickers
     * @description watches the last price and the last 24 hours of several markets, or of all
     */
    async watchTickers (symbols: Strings = undefined, params = {}): Promise<Tickers> {
        await this.loadMarkets ();
        symbols = this.marketSymbols (symbols);
        const messageHashes = [];
        if (symbols === undefined) {
            messageHashes.push ('tickers');
        } else {
            for (let i = 0; i < symbols.length; i++) {
                messageHashes.push ('ticker:' + symbols[i]);
            }
        }
        const changed = await this.subscribe (messageHashes, 'tickers', { 'channel': 'quotes' }, params);
        if (this.newUpdates) {
            const result: Dict = {};
            if (symbols === undefined) {
                return changed;
            }
            result[changed['symbol']] = changed;
            return result;
        }
        return this.filterByArray (this.tickers, 'symbol', symbols);
    }

    handleTickers (client: Client, message: Dict) {
        //
        //     { "channel": "quotes", "seq": 17, "quotes": [ { "symbol": "BTC-USDT", "price": "61000.1", ... } ] }
        //
        const quotes = this.safeList (message, 'quotes', []);
        const changed: Dict = {};
        for (let i = 0; i < quotes.length; i++) {
            const ticker = this.parseTicker (quotes[i]);
            const symbol = ticker['symbol'];
            this.tickers[symbol] = ticker;
            changed[symbol] = ticker;
            client.resolve (ticker, 'ticker:' + symbol);
        }
        client.resolve (changed, 'tickers');
    }

    /**
     * @method
     * @name cm#watchTrades
     * @description watches the trades of a market
     */
    async watchTrades (symbol: string, since: Int = undefined, limit: Int = undefined, params = {}): Promise<Trade[]> {
        await this.loadMarkets ();
        const market = this.market (symbol);
        symbol = market['symbol'];
        const messageHash = 'trades:' + symbol;
        const trades = await this.subscribe ([ messageHash ], messageHash, { 'channel': 'trades', 'symbol': market['id'] }, params);
        if (this.newUpdates) {
            limit = trades.getLimit (symbol, limit);
        }
        return this.filterBySinceLimit (trades, since, limit, 'timestamp', true);
    }

    /**
     * @method
     * @name cm#unWatchTrades
     * @description ends watching the trades of a market
     */
    async unWatchTrades (symbol: string, params = {}): Promise<any> {
        return await this.unsubscribe ('trades', symbol, params);
    }

    handleTrades (client: Client, message: Dict) {
        //
        // the oldest first
        //
        //     { "channel": "trades", "symbol": "BTC-USDT", "trades": [ { "trade_no": 7, "at": 1795867200000, ... } ] }
        //
        const market = this.safeMarket (this.safeString (message, 'symbol'), undefined, '-');
        const symbol = market['symbol'];
        if (!(symbol in this.trades)) {
            this.trades[symbol] = new ArrayCache (this.safeInteger (this.options, 'tradesLimit', 1000));
        }
        const cache = this.trades[symbol];
        const rows = this.safeList (message, 'trades', []);
        const cached = cache.length;
        const last = cached > 0 ? this.parseToInt (cache[cached - 1]['id']) : 0;
        for (let i = 0; i < rows.length; i++) {
            // the first message of a new connection repeats the newest trades
            if (this.safeInteger (rows[i], 'trade_no') > last) {
                cache.append (this.parseTrade (rows[i], market));
            }
        }
        client.resolve (cache, 'trades:' + symbol);
    }

    /**
     * @method
     * @name cm#watchOrderBook
     * @description watches the open orders of a market by price; `nonce` is the number of the last message, which fetchOrderBook has too
     */
    async watchOrderBook (symbol: string, limit: Int = undefined, params = {}): Promise<OrderBook> {
        await this.loadMarkets ();
        const market = this.market (symbol);
        symbol = market['symbol'];
        const messageHash = 'orderbook:' + symbol;
        const orderbook = await this.subscribe ([ messageHash ], messageHash, { 'channel': 'book', 'symbol': market['id'] }, params);
        return limit === undefined ? orderbook.limit () : orderbook.limit (limit);
    }

    /**
     * @method
     * @name cm#unWatchOrderBook
     * @description ends watching the open orders of a market
     */
    async unWatchOrderBook (symbol: string, params = {}): Promise<any> {
        return await this.unsubscribe ('orderbook', symbol, params);
    }

    handleOrderBook (client: Client, message: Dict) {
        //
        //     {
        //         "channel": "book",
        //         "symbol": "BTC-USDT",
        //         "type": "delta",      // or "snapshot", without "previous"
        //         "seq": 18,
        //         "previous": 17,
        //         "at": 1795867200000,
        //         "bids": [ [ "61000.0", "0.50000" ] ],
        //         "asks": [ [ "61000.2", "0.00000" ] ]
        //     }
        //
        const market = this.safeMarket (this.safeString (message, 'symbol'), undefined, '-');
        const symbol = market['symbol'];
        const messageHash = 'orderbook:' + symbol;
        const seq = this.safeInteger (message, 'seq');
        const timestamp = this.safeInteger (message, 'at');
        if (this.safeString (message, 'type') === 'snapshot') {
            const snapshot = this.parseOrderBook (message, symbol, timestamp);
            snapshot['nonce'] = seq;
            if (symbol in this.orderbooks) {
                this.orderbooks[symbol].reset (snapshot);
            } else {
                this.orderbooks[symbol] = this.orderBook (snapshot);
            }
            client.resolve (this.orderbooks[symbol], messageHash);
            return;
        }
        const orderbook = this.safeValue (this.orderbooks, symbol);
        if (orderbook === undefined || seq <= orderbook['nonce']) {
            return;
        }
        if (this.safeInteger (message, 'previous') !== orderbook['nonce']) {
            delete this.orderbooks[symbol];
            delete client.subscriptions[messageHash];
            client.reject (new ChecksumError (this.id + ' ' + this.orderbookChecksumMessage (symbol)), messageHash);
            return;
        }
        this.handleDeltas (orderbook['bids'], this.safeList (message, 'bids', []));
        this.handleDeltas (orderbook['asks'], this.safeList (message, 'asks', []));
        orderbook['nonce'] = seq;
        orderbook['timestamp'] = timestamp;
        orderbook['datetime'] = this.iso8601 (timestamp);
        client.resolve (orderbook, messageHash);
    }

    handleDelta (bookside, delta) {
        bookside.store (this.safeFloat (delta, 0), this.safeFloat (delta, 1));
    }

    handleDeltas (bookside, deltas) {
        for (let i = 0; i < deltas.length; i++) {
            this.handleDelta (bookside, deltas[i]);
        }
    }

    async authenticate (params = {}) {
        this.checkRequiredCredentials ();
        const url = this.getSocketUrl ();
        const client = this.client (url);
        const messageHash = 'authenticated';
        const future = client.reusableFuture (messageHash);
        if (this.safeValue (client.subscriptions, messageHash) === undefined) {
            const requestId = this.requestId ();
            const timestamp = this.nonce ().toString ();
            const recvWindow = this.safeString (this.options, 'recvWindow', '5000');
            const text = [timestamp, recvWindow, 'GET', '/api/v1/ws', '', ''].join ('\n');
            const request: Dict = {
                'id': requestId,
                'op': 'login',
                'params': {
                    'key': this.apiKey,
                    'timestamp': timestamp,
                    'recv_window': recvWindow,
                    'signature': this.hmac (this.encode (text), this.encode (this.secret), sha256),
                },
            };
            const subscription: Dict = { 'id': requestId, 'messageHashes': [ messageHash ] };
            this.watch (url, messageHash, this.extend (request, params), messageHash, subscription);
        }
        return await future;
    }

    async watchAccount (messageHash: string, params = {}) {
        await this.authenticate ();
        const request: Dict = { 'channel': 'account' };
        const after = this.safeInteger (this.options, 'accountSeq');
        if (after !== undefined) {
            request['after'] = after;
        }
        return await this.subscribe ([ messageHash ], 'account', request, params);
    }

    /**
     * @method
     * @name cm#watchBalance
     * @description watches what one wallet holds
     * @param {string} [params.type] 'spot' (preset), 'funding', 'margin', 'swap', 'option', 'stocks' or 'earn'
     */
    async watchBalance (params = {}): Promise<Balances> {
        await this.loadMarkets ();
        const type = this.safeString (params, 'type', this.options['defaultType']);
        const wallet = this.safeString (this.options['accountsByType'], type, type);
        return await this.watchAccount ('balance:' + wallet, this.omit (params, 'type'));
    }

    /**
     * @method
     * @name cm#watchOrders
     * @description watches the own orders
     */
    async watchOrders (symbol: Str = undefined, since: Int = undefined, limit: Int = undefined, params = {}): Promise<Order[]> {
        await this.loadMarkets ();
        let messageHash = 'orders';
        if (symbol !== undefined) {
            symbol = this.symbol (symbol);
            messageHash += ':' + symbol;
        }
        const orders = await this.watchAccount (messageHash, params);
        if (this.newUpdates) {
            limit = orders.getLimit (symbol, limit);
        }
        return this.filterBySymbolSinceLimit (orders, symbol, since, limit, true);
    }

    /**
     * @method
     * @name cm#watchMyTrades
     * @description watches the own trades
     */
    async watchMyTrades (symbol: Str = undefined, since: Int = undefined, limit: Int = undefined, params = {}): Promise<Trade[]> {
        await this.loadMarkets ();
        let messageHash = 'myTrades';
        if (symbol !== undefined) {
            symbol = this.symbol (symbol);
            messageHash += ':' + symbol;
        }
        const trades = await this.watchAccount (messageHash, params);
        if (this.newUpdates) {
            limit = trades.getLimit (symbol, limit);
        }
        return this.filterBySymbolSinceLimit (trades, symbol, since, limit, true);
    }

    handleAccount (client: Client, message: Dict) {
        //
        //     {
        //         "channel": "account",
        //         "type": "event",      // or "snapshot": all balances, the open orders
        //         "seq": 18,
        //         "previous": 17,
        //         "at": 1795867200000,
        //         "balances": [ { "wallet": "change", "asset": "USDT", "available": "950.00", "held": "50.00" } ],
        //         "orders": [ { "order_id": 3, "symbol": "BTC-USDT", "state": "open", ... } ],
        //         "fills": [],
        //         "changed": []
        //     }
        //
        this.options['accountSeq'] = this.safeInteger (message, 'seq');
        const isSnapshot = this.safeString (message, 'type') === 'snapshot';
        if (isSnapshot) {
            this.balance = {};
            this.orders = undefined;
        }
        if (this.orders === undefined) {
            this.orders = new ArrayCacheBySymbolById (this.safeInteger (this.options, 'ordersLimit', 1000));
        }
        if (this.myTrades === undefined) {
            this.myTrades = new ArrayCacheBySymbolById (this.safeInteger (this.options, 'tradesLimit', 1000));
        }
        this.handleBalance (client, message);
        const orders = this.safeList (message, 'orders', []);
        for (let i = 0; i < orders.length; i++) {
            this.orders.append (this.parseOrder (orders[i]));
        }
        const fills = this.safeList (message, 'fills', []);
        for (let i = 0; i < fills.length; i++) {
            this.myTrades.append (this.parseTrade (fills[i]));
        }
        // the open orders of a snapshot are no changes
        if (!isSnapshot) {
            this.resolveOfSymbols (client, 'orders', this.orders, orders);
            this.resolveOfSymbols (client, 'myTrades', this.myTrades, fills);
        }
    }

    resolveOfSymbols (client: Client, messageHash: string, cache, rows) {
        if (rows.length > 0) {
            client.resolve (cache, messageHash);
        }
        for (let i = 0; i < rows.length; i++) {
            client.resolve (cache, messageHash + ':' + this.safeSymbol (this.safeString (rows[i], 'symbol'), undefined, '-'));
        }
    }

    handleBalance (client: Client, message: Dict) {
        const lines = this.safeList (message, 'balances', []);
        const timestamp = this.safeInteger (message, 'at');
        const wallets: Dict = {};
        for (let i = 0; i < lines.length; i++) {
            const line = lines[i];
            const wallet = this.safeString (line, 'wallet');
            const account = this.account ();
            account['free'] = this.safeString (line, 'available');
            account['used'] = this.safeString (line, 'held');
            if (!(wallet in this.balance)) {
                this.balance[wallet] = {};
            }
            this.balance[wallet][this.safeCurrencyCode (this.safeString (line, 'asset'))] = account;
            wallets[wallet] = true;
        }
        const changed = Object.keys (wallets);
        for (let i = 0; i < changed.length; i++) {
            const wallet = changed[i];
            this.balance[wallet]['info'] = message;
            this.balance[wallet]['timestamp'] = timestamp;
            this.balance[wallet]['datetime'] = this.iso8601 (timestamp);
            this.balance[wallet] = this.safeBalance (this.balance[wallet]);
            client.resolve (this.balance[wallet], 'balance:' + wallet);
        }
    }

    async command (op: string, fields: Dict) {
        await this.authenticate ();
        const requestId = this.requestId ();
        const messageHash = requestId.toString ();
        const request: Dict = { 'id': requestId, 'op': op, 'params': fields };
        const subscription: Dict = { 'id': requestId, 'messageHashes': [ messageHash ], 'isCommand': true };
        return await this.watch (this.getSocketUrl (), messageHash, request, messageHash, subscription);
    }

    /**
     * @method
     * @name cm#createOrderWs
     * @description creates an order through the socket, with the parameters of createOrder
     */
    async createOrderWs (symbol: string, type: OrderType, side: OrderSide, amount: number, price: Num = undefined, params = {}): Promise<Order> {
        await this.loadMarkets ();
        const request = this.createOrderRequest (symbol, type, side, amount, price, params);
        return this.parseOrder (await this.command ('order.place', request));
    }

    /**
     * @method
     * @name cm#createOrdersWs
     * @description creates several orders through the socket; each has its own outcome, a refused one the status 'rejected'
     */
    async createOrdersWs (orders: OrderRequest[], params = {}): Promise<Order[]> {
        await this.loadMarkets ();
        const requests = this.createOrdersRequest (orders);
        return this.parseOutcomes (await this.command ('orders.place', this.extend ({ 'orders': requests }, params)));
    }

    /**
     * @method
     * @name cm#editOrderWs
     * @description changes price or amount of an open order through the socket
     */
    async editOrderWs (id: string, symbol: string, type: OrderType, side: OrderSide, amount: Num = undefined, price: Num = undefined, params = {}): Promise<Order> {
        await this.loadMarkets ();
        return this.parseOrder (await this.command ('order.amend', this.editOrderRequest (id, symbol, amount, price, params)));
    }

    /**
     * @method
     * @name cm#cancelOrderWs
     * @description cancels an open order through the socket
     */
    async cancelOrderWs (id: string, symbol: Str = undefined, params = {}): Promise<Order> {
        await this.loadMarkets ();
        const request = this.extend (this.orderName (id, params), this.omit (params, 'clientOrderId'));
        return this.parseOrder (await this.command ('order.cancel', request));
    }

    /**
     * @method
     * @name cm#cancelAllOrdersWs
     * @description cancels all open orders, or those of one market, through the socket
     */
    async cancelAllOrdersWs (symbol: Str = undefined, params = {}): Promise<Order[]> {
        await this.loadMarkets ();
        const request: Dict = {};
        if (symbol !== undefined) {
            request['symbol'] = this.marketId (symbol);
        }
        return this.parseCancelled (await this.command ('orders.cancel', this.extend (request, params)));
    }

    handleAnswer (client: Client, message: Dict) {
        //
        //     { "id": 1, "op": "subscribe", "ok": true, "result": { "channel": "book", "symbol": "BTC-USDT" } }
        //
        //     { "id": 2, "op": "order.place", "ok": false, "problem": { "code": "insufficient_available", "status": 422, ... } }
        //
        const subscriptions = Object.keys (client.subscriptions);
        const id = this.safeInteger (message, 'id');
        for (let i = 0; i < subscriptions.length; i++) {
            const hash = subscriptions[i];
            const subscription = client.subscriptions[hash];
            if (this.safeInteger (subscription, 'id') === id) {
                this.handleAnswerTo (client, message, hash, subscription);
            }
        }
    }

    handleAnswerTo (client: Client, message: Dict, hash: string, subscription: Dict) {
        const isCommand = this.safeBool (subscription, 'isCommand', false);
        if (isCommand) {
            delete client.subscriptions[hash];
        }
        if (!this.safeBool (message, 'ok', false)) {
            delete client.subscriptions[hash];
            const error = this.errorOf (this.safeDict (message, 'problem', {}));
            const messageHashes = this.safeList (subscription, 'messageHashes', []);
            for (let i = 0; i < messageHashes.length; i++) {
                client.reject (error, messageHashes[i]);
            }
            return;
        }
        if (isCommand) {
            client.resolve (this.safeValue (message, 'result'), hash);
        } else if (hash === 'authenticated') {
            // stays in `futures`, so that later calls find it
            const future = this.safeValue (client.futures, hash);
            future.resolve (true);
        } else if (this.safeBool (subscription, 'unsubscribe', false)) {
            this.cleanUnsubscription (client, this.safeString (subscription, 'subHash'), hash);
            this.cleanCache (subscription);
        } else {
            subscription['isConfirmed'] = true;
        }
    }

    errorOf (problem: Dict) {
        const feedback = this.id + ' ' + this.json (problem);
        try {
            this.throwExactlyMatchedException (this.exceptions['exact'], this.safeString (problem, 'code'), feedback);
        } catch (e) {
            return e;
        }
        return new ExchangeError (feedback);
    }

    handleMessage (client: Client, message) {
        const channel = this.safeString (message, 'channel');
        client.lastPong = this.milliseconds ();
        if (channel === 'quotes') {
            this.handleTickers (client, message);
        } else if (channel === 'trades') {
            this.handleTrades (client, message);
        } else if (channel === 'book') {
            this.handleOrderBook (client, message);
        } else if (channel === 'account') {
            this.handleAccount (client, message);
        } else if (channel === 'ping') {
            this.handleQuestion (client, message);
        } else {
            this.handleAnswer (client, message);
        }
    }
}
