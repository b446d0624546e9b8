"""Checks receipts by the published rules in words (app/rules/en) alone. Reads JSON {fields, kinds: [{kind, receipts}]}, where `fields` are the
lines that each rule's page lists, and prints the problems of each receipt."""

import hashlib
import hmac
import json
import re
import sys

ONE = 100_000_000


def sha256(text):
    data = text if isinstance(text, bytes) else text.encode()
    return hashlib.sha256(data).hexdigest()


def floor(a, b):
    return a // b


def ceil(a, b):
    return -(-a // b)


def steps_of(price, decimals):
    whole, _, fraction = price.partition('.')
    kept = (fraction[:decimals]).ljust(decimals, '0')
    up = 1 if len(fraction) > decimals and fraction[decimals] >= '5' else 0
    return int(whole + kept) + up


def tick_hash(t):
    parts = [t['symbol'], t['seq'], t['at'], t['price'], t['source'], t['previousHash']]
    return sha256('|'.join(str(part) for part in parts))


def ticks(r):
    return [] if all(tick_hash(t) == t['hash'] for t in r.get('ticks', [])) else ['tick hash']


def sides(index, size):
    i, n, out = index, size - 1, []
    if not 0 <= index < size:
        return None
    while n > 0:
        if i % 2 == 1:
            out.append('left')
        elif i < n:
            out.append('right')
        i, n = i // 2, n // 2
    return out


def merkle(entry, r):
    node = sha256(b'\0' + entry.encode())
    way = sides(r['index'], r['size'])
    if way is None or len(way) != len(r['path']):
        return None
    for side, other in zip(way, r['path']):
        node = sha256('\1' + (other + node if side == 'left' else node + other))
    return node


def options(r):
    o = r['order']
    bad = []
    entry = r['ticks'][0]
    exit_ = r['ticks'][1] if len(r['ticks']) > 1 else None
    bad += ['symbol'] if any(t['symbol'] != o['symbol'] for t in r['ticks']) else []
    bad += [] if o['acceptedAt'] < entry['at'] <= o['acceptedAt'] + 3000 else ['entry time']
    due = entry['at'] + o['seconds'] * 1000
    if exit_ is None:
        outcome = 'void'
        bad += [] if r['at'] >= due + 10000 else ['void too early']
    else:
        bad += [] if due <= exit_['at'] <= due + 10000 else ['exit time']
        bad += [] if r['at'] == exit_['at'] else ['at']
        a, b = (steps_of(t['price'], o['priceDecimals']) for t in (entry, exit_))
        outcome = 'even' if a == b else 'won' if (b > a) == (o['direction'] == 'rise') else 'lost'
    bad += [] if outcome == r['outcome'] else ['outcome']
    stake, fee, ratio = int(o['stake']), int(o['fee']), int(o['ratio'])
    paid = {'won': stake + floor(stake * ratio, ONE), 'lost': 0}.get(outcome, stake + fee)
    return bad + ([] if str(paid) == r['paid'] else ['paid'])


def futures(r):
    p, bad, cause = r['position'], [], r['cause']

    def tick_of(position):
        return next((t for t in r['ticks'] if t['symbol'] == position['symbol']), None)

    def index(position):
        return steps_of(tick_of(position)['price'], position['priceDecimals'])

    if any(tick_of(each) is None for each in [p] + r['others']):
        return ['no tick']
    bad += [] if r['ticks'][0]['symbol'] == p['symbol'] else ['first tick']
    bad += ['tick time'] if any(t['at'] > r['at'] for t in r['ticks']) else []

    def price(position, at, is_buying):
        half = ceil(at * int(position['spread']), 2 * ONE)
        return at + half if is_buying else max(1, at - half)

    def result(position, lots):
        is_long = position['direction'] == 'long'
        moved = price(position, index(position), not is_long) - position['openSteps']
        return (moved if is_long else -moved) * lots * int(position['stepValue'])

    def maintenance(position):
        worth = position['openSteps'] * position['lots'] * int(position['stepValue'])
        return ceil(worth * int(position['maintenanceRate']), ONE)

    is_long = p['direction'] == 'long'
    i = index(p)
    bad += [] if r['ticks'] and r['ticks'][0]['at'] == r['at'] else ['at']
    asked = r['acceptedAt']
    bad += [] if (asked is None) == (cause != 'user') and (asked is None or r['at'] >= asked) else ['asked']
    bad += [] if price(p, i, not is_long) == r['price'] else ['price']
    bad += [] if str(result(p, r['lots'])) == r['result'] else ['result']

    def beyond(upwards, at, edge):
        return edge is not None and (at >= edge if upwards else at <= edge)

    due = True
    if cause == 'take_profit':
        due = beyond(is_long, i, p['takeProfit'])
    elif cause == 'stop_loss':
        due = beyond(not is_long, i, p['stopLoss'])
    elif cause == 'liquidation' and p['mode'] == 'isolated':
        due = int(p['margin']) + result(p, p['lots']) <= maintenance(p)
    elif cause == 'liquidation':
        every = [p] + r['others']
        cross = [each for each in every if each['mode'] == 'cross']
        equity = int(r['available'] or '0') + sum(int(each['margin']) + result(each, each['lots']) for each in cross)
        largest = all(maintenance(each) <= maintenance(p) for each in every)
        due = largest and equity <= sum(maintenance(each) for each in cross)
    return bad + ([] if due else ['not due'])


def one_tick(r, symbol):
    if len(r['ticks']) != 1:
        return ['one tick']
    tick = r['ticks'][0]
    return ([] if tick['symbol'] == symbol else ['symbol']) + ([] if tick['at'] == r['at'] else ['at'])


def futures_open(r):
    o = r['order']
    bad = one_tick(r, o['symbol'])
    bad += [] if r['at'] >= o['acceptedAt'] else ['too early']
    if not r['ticks'] or o['lots'] == 0 or o['leverage'] == 0:
        return bad + ['lots, leverage']
    index = steps_of(r['ticks'][0]['price'], o['priceDecimals'])
    half = ceil(index * int(o['spread']), 2 * ONE)
    is_long = o['direction'] == 'long'
    price = index + half if is_long else max(1, index - half)
    bad += [] if price == r['price'] else ['price']
    entry, worst = o['entrySteps'], o['worstSteps']
    if (o['kind'] == 'market') != (entry is None):
        return bad + ['entry']
    if o['kind'] == 'limit':
        bad += [] if (price <= entry if is_long else price >= entry) else ['not reached']
    if o['kind'] == 'stop':
        bad += [] if (index >= entry if is_long else index <= entry) else ['not reached']
    if worst is not None:
        bad += [] if (price <= worst if is_long else price >= worst) else ['worse']
    notional = price * o['lots'] * int(o['stepValue'])
    bad += [] if str(ceil(notional, o['leverage'])) == r['margin'] else ['margin']
    return bad + ([] if str(ceil(notional * int(o['feeRate']), ONE)) == r['fee'] else ['fee'])


def overnight(r):
    p = r['position']
    is_own = r['by'] == 'midnight' or not r['ticks']
    bad = one_tick(r if is_own or r['ticks'][0]['at'] > r['at'] else {**r, 'at': r['ticks'][0]['at']}, p['symbol'])
    bad += [] if r['midnight'] % 86400000 == 0 and r['midnight'] <= r['at'] else ['midnight']
    if not r['ticks']:
        return bad
    index = steps_of(r['ticks'][0]['price'], p['priceDecimals'])
    due = ceil(index * p['lots'] * int(p['stepValue']) * int(p['overnight']), ONE)
    bad += [] if str(due) == r['due'] else ['due']
    return bad + ([] if int(r['paid']) <= int(r['due']) else ['paid'])


def convert(r):
    priced = [each for each in (r['from'], r['to']) if each['code'] != 'USDT']
    if [t['symbol'] for t in r['ticks']] != [each['code'] + '-USDT' for each in priced]:
        return ['symbols']
    prices = {t['symbol']: steps_of(t['price'], 8) for t in r['ticks']}
    if any(len(t['price'].partition('.')[2]) > 8 for t in r['ticks']):
        return ['decimals']
    p, q = (ONE if each['code'] == 'USDT' else prices[each['code'] + '-USDT'] for each in (r['from'], r['to']))
    if p == 0 or q == 0:
        return ['price']
    bad = [] if all(r['at'] - 60000 <= t['at'] <= r['at'] for t in r['ticks']) else ['age']
    bad += ['too early'] if any(t['at'] < (r['acceptedAt'] or 0) for t in r['ticks']) else []
    given = int(r['given'])
    received = floor(given * p * 10 ** r['to']['scale'], q * 10 ** r['from']['scale'])
    bad += [] if str(received) == r['received'] else ['received']
    return bad + ([] if str(ceil(given * 100000, ONE)) == r['fee'] else ['fee'])


def ieo_payment(r):
    pay, steps, decimals = r['pay'], 1, 0
    if pay['code'] == 'USDT':
        if r['ticks']:
            return ['tick']
    else:
        if len(r['ticks']) != 1 or r['ticks'][0]['symbol'] != pay['code'] + '-USDT':
            return ['tick']
        whole, _, fraction = r['ticks'][0]['price'].partition('.')
        steps, decimals = int(whole + fraction), len(fraction)
        if steps == 0:
            return ['price']
    if not 1 <= r['allotted'] <= r['quantity']:
        return ['allotted']
    bad = [] if r['acceptedAt'] <= r['at'] and all(t['at'] <= r['acceptedAt'] for t in r['ticks']) else ['times']
    held = ceil(r['quantity'] * int(r['cost']) * 10 ** (pay['scale'] + decimals), steps * 1000000)
    bad += [] if str(held) == r['held'] else ['held']
    return bad + ([] if str(ceil(int(r['held']) * r['allotted'], r['quantity'])) == r['paid'] else ['paid'])


def stock_action(r):
    t, g, held = r['terms'], r['grid'], int(r['held'])
    if g['quantityDecimals'] > g['baseScale']:
        return ['lot']
    exponent = g['quoteScale'] - g['priceDecimals'] - g['quantityDecimals']
    u, p = (g['tickSteps'] * 10**exponent, 1) if exponent >= 0 else (g['tickSteps'], 10**-exponent)
    lot = 10 ** (g['baseScale'] - g['quantityDecimals'])
    if r['kind'] == 'split':
        if t['newShares'] == 0 or t['oldShares'] == 0:
            return ['ratio']
        shares, rest = divmod(held * t['newShares'], t['oldShares'])
        cash = ceil(rest * t['lastTicks'] * u, t['newShares'] * p * lot)
    elif r['kind'] == 'dividend':
        shares, cash = held, floor(held * int(t['paidPerShare']), 10 ** g['baseScale'])
    else:
        shares, cash = 0, floor(held * t['lastTicks'] * u, p * lot)
    return ([] if str(shares) == r['shares'] else ['shares']) + ([] if str(cash) == r['cash'] else ['cash'])


def half_even(a, b):
    whole, rest = divmod(a, b)
    return whole + (1 if 2 * rest > b or (2 * rest == b and whole % 2 == 1) else 0)


def house(r):
    p, h, held, top = r['pair'], r['house'], int(r['inventory']), 2**53 - 1
    spread, level_step = int(h['spread']), int(h['levelStep'])
    if len(r['ticks']) != 1 or r['ticks'][0]['symbol'] != p['symbol']:
        return ['tick']
    if p['tickSteps'] == 0 or p['priceDecimals'] > 18 or h['levels'] > 100 or spread > ONE or level_step > ONE:
        return ['settings']
    tick = r['ticks'][0]
    whole, _, fraction = tick['price'].partition('.')
    index = half_even(int(whole + fraction) * 10 ** p['priceDecimals'], p['tickSteps'] * 10 ** len(fraction))
    if not 1 <= index <= 8796093022207:
        return ['price']
    half = max(1, ceil(index * spread, 2 * ONE))
    step = max(1, half_even(index * level_step, ONE))
    full = h['inventoryAtFullSkew']
    middle = index - (half_even(half * max(-full, min(full, held)), full) if full else 0)
    most = {
        'buy': min(top, max(0, h['inventoryMax'] - held)),
        'sell': min(top, max(0, h['inventoryMax'] + held)),
    }

    def quotes(sign, limit):
        out = {}
        for i in range(h['levels']):
            price = middle + sign * (half + i * step)
            if price < 1:
                continue
            kept = min(min(top, max(1, floor(h['size'] * (i + 2), 2))), limit)
            limit -= kept
            if kept > 0:
                out[price] = kept
        return out

    left = {'buy': quotes(-1, most['buy']), 'sell': quotes(1, most['sell'])}
    sell_from = min(next(iter(left['sell']), index + half), index + half)
    buy_to = max(next(iter(left['buy']), 0), index - half if index > half else 0)
    bad = [] if r['trades'] and r['at'] >= tick['at'] else ['trades, at']
    for before, trade in zip([{'no': 0}] + r['trades'], r['trades']):
        bad += [] if trade['no'] > before['no'] and trade['lots'] > 0 else ['trade']
        side, price, since = trade['side'], trade['ticks'], trade['from']
        if r['way'] == 'quoted':
            bad += [] if since is not None and since <= tick['at'] else ['from']
            left[side][price] = left[side].get(price, 0) - trade['lots']
            bad += [] if left[side][price] >= 0 else ['quote']
        else:
            bad += [] if since is None else ['from']
            bad += [] if (price >= sell_from if side == 'sell' else price <= buy_to) else ['not crossed']
            most[side] -= trade['lots']
            bad += [] if most[side] >= 0 else ['too many']
    return bad


def mining(r):
    d, redeemed, day = r['deposit'], r['redemption'], 86400000
    if d['days'] == 0 or d['payMinute'] >= 1440:
        return ['terms']
    first = floor(d['acceptedAt'], day) * day + day
    later = d['startsAt'] - first
    bad = [] if later == 0 or (redeemed and later > 0 and later % (d['days'] * day) == 0) else ['start']
    bad += [] if r['at'] >= d['acceptedAt'] else ['at']
    amount, boost = int(d['amount']), d['boost']
    daily = floor(amount * int(d['dailyRate']), ONE)
    boosted = None
    if boost:
        covered = amount if boost['principalMax'] is None else min(amount, int(boost['principalMax']))
        boosted = str(daily + floor(covered * int(boost['rate']), ONE))
    bad += [] if str(daily) == r['daily'] and boosted == r['boosted'] else ['yield']
    if redeemed:
        left = min(d['days'], max(0, ceil(d['startsAt'] + d['days'] * day - r['at'], day)))
        penalty = min(amount, ceil(amount * int(d['penaltyRatio']) * left, ONE))
        said = [redeemed['daysLeft'], redeemed['penalty'], redeemed['back']]
        bad += [] if said == [left, str(penalty), str(amount - penalty)] else ['redemption']
    return bad


def conditional(r):
    o, bad, cause = r['order'], [], None
    tick = r['ticks'][0]
    best = r['ticks'][1] if len(r['ticks']) > 1 else None
    is_sale = o['side'] == 'sell'
    is_trailing = o['trailSteps'] is not None or o['trailRate'] is not None
    bad += ['symbol'] if any(t['symbol'] != o['symbol'] for t in r['ticks']) else []
    bad += [] if tick['at'] == r['at'] else ['at']
    bad += ['since'] if any(t['at'] <= o['since'] for t in r['ticks']) else []
    bad += ['best time'] if best and best['at'] >= tick['at'] else []
    bad += [] if is_trailing == (best is not None) else ['best tick']
    price = steps_of(tick['price'], o['priceDecimals'])

    def against(edge):
        return price <= edge if is_sale else price >= edge

    if o['stopSteps'] is not None and against(o['stopSteps']):
        cause = 'stop'
    elif o['profitSteps'] is not None and (price >= o['profitSteps'] if is_sale else price <= o['profitSteps']):
        cause = 'take_profit'
    elif is_trailing and best:
        top = steps_of(best['price'], o['priceDecimals'])
        rate = o['trailRate']
        distance = ceil(top * int(rate), ONE) if rate is not None else o['trailSteps']
        if against(top - distance if is_sale else top + distance):
            cause = 'trailing'
    if best:
        top = steps_of(best['price'], o['priceDecimals'])
        bad += ['not the best'] if (price > top if is_sale else price < top) else []
    bad += [] if cause == r['cause'] else ['cause']
    sent = o['limitTicks']
    if sent is None:
        t, band = floor(price, o['tickSteps']), int(o['priceBand'])
        low = max(1, ceil(t * (ONE - band), ONE)) if band < ONE else 1
        high = floor(t * (ONE + band), ONE)
        worst = o['worstTicks']
        sent = low if is_sale else high if worst is None else min(high, worst)
    return bad + ([] if sent == r['sentTicks'] else ['sent'])


def game(r):
    bad = [] if sha256(r['seed']) == r['commitment'] else ['seed']
    bad += [] if 1 <= len(r['rounds']) <= 500 else ['rounds']
    for number, each in enumerate(r['rounds'], 1):
        bad += [] if each['nonce'] == number else ['nonce']
        bad += [] if r['committedAt'] <= each['at'] <= r['at'] else ['time']
        mac = hmac.new(r['seed'].encode(), f"{each['clientSeed']}:{each['nonce']}".encode(), 'sha256').digest()
        words = [int.from_bytes(mac[at : at + 4], 'big') for at in range(0, 32, 4)]
        roll = next((word for word in words if word < 4294960000), words[-1]) % 10000
        paid = floor(int(each['stake']) * 9900, each['under']) if roll < each['under'] else 0
        bad += [] if each['roll'] == roll else ['roll']
        bad += [] if each['paid'] == str(paid) else ['paid']
    return bad


def ieo_claims(r):
    bad = [] if r['at'] >= r['endsAt'] else ['at']
    bad += [] if (r['claims'] == 0) == (r['root'] is None) else ['root']
    return bad + ([] if r['claims'] > 0 or r['total'] == 0 else ['total'])


def ieo_list(r):
    bad = [] if r['committedAt'] <= r['at'] else ['committed at']
    bad += [] if (r['claims'] == 0) == (r['root'] is None) else ['root']
    bad += [] if r['claims'] > 0 or r['last'] is None else ['last']
    return bad + (['tick'] if any(t['at'] >= r['at'] for t in r['ticks']) or len(r['ticks']) > 1 else [])


def ieo(r):
    sale, listed = r['sale'], r['list']
    name = sha256(json.dumps(sale, ensure_ascii=False, separators=(',', ':')))
    bad = ieo_claims(sale) + ieo_list(listed) + ticks(listed)
    bad += [] if name == listed['commitment'] and sale['at'] == listed['committedAt'] else ['commitment']
    bad += [] if sale['project'] == listed['project'] and sale['claims'] == listed['claims'] else ['list']
    of = {**r, **{key: sale[key] for key in ['supply', 'cap', 'total']}, 'last': listed['last'], 'size': sale['claims']}
    own = [sale['project'], r['claim'], r['first'], r['applied']]
    committed = '|'.join(str(part) for part in ['ieo-claims-1', *own, r['before'], r['inAll']])
    bad += [] if merkle(committed, {**of, 'path': r['claimPath']}) == (sale['root'] or '') else ['claim']
    line = '|'.join(str(part) for part in ['ieo-3', *own, r['allotted']])
    return bad + ieo_share(of) + ([] if merkle(line, of) == (listed['root'] or '') else ['line'])


def old_ieo(r):
    entry = '|'.join(str(part) for part in ['ieo-2', r['project'], r['claim'], r['first'], r['applied'], r['allotted']])
    return ieo_share(r) + ([] if merkle(entry, r) == r['root'] else ['root'])


def ieo_share(r):
    weight, total, supply, last = min(r['inAll'], r['cap']), r['total'], r['supply'], r['last']
    if total <= supply:
        whole, rest = weight, 0
    else:
        whole = floor(weight * supply, total)
        rest = weight * supply - whole * total
    more = last is not None and (rest > last['remainder'] or (rest == last['remainder'] and r['first'] <= last['first']))
    allotted = min(r['applied'], max(0, whole + (1 if more else 0) - r['before']))
    bad = [] if allotted == r['allotted'] else ['allotted']
    bad += [] if r['allotted'] <= min(weight, r['applied']) else ['too much']
    bad += [] if r['before'] + r['applied'] <= r['inAll'] and r['first'] <= r['claim'] else ['application']
    bad += [] if (r['first'] == r['claim']) == (r['before'] == 0) else ['first']
    return bad + (['last'] if total <= supply and last is not None else [])


def root(hashes):
    if len(hashes) < 2:
        return hashes[0] if hashes else None
    split = 1
    while split * 2 < len(hashes):
        split *= 2
    return sha256('\1' + root(hashes[:split]) + root(hashes[split:]))


def quiz_bets(r):
    bad = [] if r['at'] >= r['closesAt'] else ['at']
    bad += ['options'] if r['rule'] == 'quiz-bets-2' and len(r['options']) < 2 else []
    return bad + ([] if (r['bets'] == 0) == (r['root'] is None) else ['root'])


def quiz_bet(r):
    bets = r['bets']
    bad = quiz_bets(bets) + ([] if r['at'] < bets['closesAt'] else ['at'])
    if r['rule'] == 'quiz-bet-2':
        bad += [] if 1 <= r['option'] <= len(bets['options']) else ['option']
    entry = '|'.join(str(part) for part in [bets['rule'], bets['event'], r['key'], r['option'], r['stake'], r['at']])
    return bad + ([] if merkle(entry, {**r, 'size': bets['bets']}) == (bets['root'] or '') else ['root'])


def quiz(r):
    rule = 'quiz-bets-1' if r['rule'] == 'quiz-2' else 'quiz-bets-2'
    terms = {} if r['rule'] == 'quiz-2' else {key: r[key] for key in ['asset', 'feeRate', 'question', 'options']}
    count = r['optionCount'] if r['rule'] == 'quiz-2' else len(r['options'])
    entries = []
    for bet in r['bets']:
        parts = [rule, r['event'], bet['key'], bet['option'], bet['stake'], bet['at']]
        entries.append(sha256('\0' + '|'.join(str(part) for part in parts)))
    committed = {
        'rule': rule,
        'at': r['committedAt'],
        'event': r['event'],
        'closesAt': r['closesAt'],
        **terms,
        'bets': len(r['bets']),
        'root': root(entries),
    }
    text = json.dumps(committed, ensure_ascii=False, separators=(',', ':'))
    bad = [] if sha256(text) == r['commitment'] else ['commitment']
    bad += [] if r['closesAt'] <= r['committedAt'] <= r['decidedAt'] else ['committed at']
    bad += ['tick'] if any(t['at'] >= r['decidedAt'] for t in r['ticks']) or len(r['ticks']) > 1 else []
    bad += [] if 0 <= r['answer'] <= count else ['answer']
    bad += [] if r['decidedAt'] >= r['closesAt'] and r['at'] >= r['decidedAt'] + 86400000 else ['times']
    bad += ['bet time'] if any(bet['at'] >= r['closesAt'] for bet in r['bets']) else []
    stakes = [int(bet['stake']) for bet in r['bets']]
    right = [at for at, bet in enumerate(r['bets']) if bet['option'] == r['answer']]
    if not right:
        paid, fee = stakes, 0
    else:
        won = sum(stakes[at] for at in right)
        lost = sum(stakes) - won
        fee = floor(lost * int(r['feeRate']), ONE)
        pot = lost - fee
        shares = {at: floor(pot * stakes[at], won) for at in right}
        left = pot - sum(shares.values())
        for at in sorted(right, key=lambda each: (-(pot * stakes[each] % won), each))[:left]:
            shares[at] += 1
        paid = [stakes[at] + shares[at] if at in shares else 0 for at in range(len(stakes))]
    bad += [] if [str(each) for each in paid] == [bet['paid'] for bet in r['bets']] else ['paid']
    bad += [] if str(fee) == r['fee'] else ['fee']
    return bad + ([] if sum(paid) + fee == sum(stakes) else ['pool'])


def box(r):
    prize = r['prize']
    parts = ['nft-box-1', r['series'], r['saleNo'], prize['name'], prize['rarity'], prize['media'], r['salt']]
    entry = json.dumps(parts, ensure_ascii=False, separators=(',', ':'))
    bad = [] if r['index'] == r['saleNo'] - 1 and merkle(entry, r) == r['root'] else ['root']
    bad += [] if r['committedAt'] <= r['soldAt'] <= r['at'] else ['times']
    counts = r['rarities']
    return bad + ([] if sum(counts.values()) == r['size'] and counts.get(prize['rarity'], 0) > 0 else ['rarities'])


def fixing(r):
    bad = [] if r['from'] == r['at'] - 1800000 else ['window']
    prices = [entry for run in r['runs'] for entry in run['prices']]
    seconds = [entry[0] for entry in prices]
    rising = all(left < right for left, right in zip(seconds, seconds[1:]))
    inside = all(second >= 0 and r['from'] + second * 1000 < r['at'] for second in seconds)
    bad += [] if rising and inside else ['seconds']
    bad += [] if len(prices) == r['count'] and prices else ['count']
    total = sum(steps_of(entry[1], r['priceDecimals']) for entry in prices)
    bad += [] if str(total) == r['sum'] else ['sum']
    if prices:
        mean, rest = divmod(total, len(prices))
        mean += 1 if 2 * rest > len(prices) or (2 * rest == len(prices) and mean % 2 == 1) else 0
        digits = str(mean).rjust(r['priceDecimals'] + 1, '0')
        cut = len(digits) - r['priceDecimals']
        text = digits if r['priceDecimals'] == 0 else f'{digits[:cut]}.{digits[cut:]}'
        bad += [] if text == r['price'] else ['price']
    for run in r['runs']:
        last = run['previousHash']
        for number, (second, price) in enumerate(run['prices']):
            tick = {'symbol': r['symbol'], 'seq': run['seq'] + number, 'at': r['from'] + second * 1000, 'price': price}
            last = tick_hash({**tick, 'source': run['source'], 'previousHash': last})
        bad += [] if last == run['hash'] else ['run']
    for before, run in zip(r['runs'], r['runs'][1:]):
        following = before['seq'] + len(before['prices'])
        linked = run['previousHash'] == before['hash'] if run['seq'] == following else run['seq'] > following
        bad += [] if linked else ['link']
    if not r['runs'] or not r['ticks']:
        return bad + ['ends']
    first, last = r['runs'][0], r['runs'][-1]
    ends = [(first, 0)] + ([(last, len(last['prices']) - 1)] if len(prices) > 1 else [])
    shown = [(t['symbol'], t['seq'], t['source'], t['at'], t['price']) for t in r['ticks']]
    told = [
        (r['symbol'], run['seq'] + number, run['source'], r['from'] + run['prices'][number][0] * 1000, run['prices'][number][1])
        for run, number in ends
        if run['prices']
    ]
    linked = r['ticks'][0]['previousHash'] == first['previousHash'] and r['ticks'][-1]['hash'] == last['hash']
    return bad + ([] if shown == told and linked else ['ends'])


def invest(r):
    o, bad = r['order'], []
    outcome = 'void' if r['fixing'] is None else 'coin' if r['fixing']['steps'] < o['strike'] else 'quote'
    bad += [] if outcome == r['outcome'] else ['outcome']
    amount, year = int(o['amount']), 365 * ONE
    growth = year + o['days'] * int(o['apr'])
    coin, quote = 10 ** (o['baseScale'] + o['priceDecimals']), o['strike'] * 10 ** o['quoteScale']
    if outcome == 'void':
        paid = amount
    elif (o['kind'] == 'call') == (outcome == 'coin'):
        paid = floor(amount * growth, year)
    elif o['kind'] == 'call':
        paid = floor(amount * quote * growth, coin * year)
    else:
        paid = floor(amount * coin * growth, quote * year)
    return bad + ([] if str(paid) == r['paid'] else ['paid'])


FEE, TARGET = 1_000_000, 130_000_000


def unit_of(line):
    return line['steps'] * 10 ** (30 - line['scale'] - line['priceDecimals'])


def risk(lines):
    return sum(line['has'] * unit_of(line) for line in lines), sum(line['owes'] * unit_of(line) for line in lines)


def debts_of(lines):
    owing = [line for line in lines if line['owes'] > 0]
    return sorted(owing, key=lambda line: (line['overdue'] <= 0, -line['owes'] * unit_of(line), line['assetId']))


def needs(lines, cost):
    worth, debt = risk(lines)
    w = ceil((ONE + FEE) * ONE, ONE - cost)
    short = TARGET * debt - ONE * worth
    left = ceil(short, TARGET - w) if short > 0 else 0
    out = []
    for line in debts_of(lines):
        unit = unit_of(line)
        wanted = min(line['owes'], 0 if left == 0 or unit == 0 else ceil(left, unit) + 4)
        need = max(wanted, line['overdue'])
        left = max(0, left - need * unit)
        if need > 0:
            out.append((line, need))
    return out


def repay(lines):
    out = []
    for asset in [line['assetId'] for line in debts_of(lines)]:
        need = next((need for line, need in needs(lines, 0) if line['assetId'] == asset), None)
        line = next(line for line in lines if line['assetId'] == asset)
        if need is None:
            continue
        paid = min(need, floor(line['free'] * ONE, ONE + FEE))
        fee = min(ceil(paid * FEE, ONE), line['free'] - paid)
        if paid == 0:
            continue
        out.append({'assetId': asset, 'amount': str(paid), 'fee': str(fee)})
        after = {'has': line['has'] - paid - fee, 'free': line['free'] - paid - fee}
        after |= {'owes': line['owes'] - paid, 'overdue': max(0, line['overdue'] - paid)}
        lines = [{**each, **after} if each is line else each for each in lines]
    return lines, out


def gross(worth, pair):
    return ceil(worth * ONE, ONE - int(pair['takerFee']))


def band(pair, steps):
    t, width = max(1, floor(steps, pair['tickSteps'])), int(pair['priceBand'])
    low = max(1, ceil(t * (ONE - width), ONE)) if width < ONE else 1
    return low, floor(t * (ONE + width), ONE)


def scale_of(pair):
    exponent = pair['quoteScale'] - pair['priceDecimals'] - pair['quantityDecimals']
    return (pair['tickSteps'] * 10**exponent, 1) if exponent >= 0 else (pair['tickSteps'], 10**-exponent)


def worth_of(pair, price, lots):
    units, per = scale_of(pair)
    return floor(price * lots * units, per)


def sell(pair, line, worth):
    per_lot = 10 ** (pair['baseScale'] - pair['quantityDecimals'])
    want = ceil(gross(worth, pair), per_lot * unit_of(line))
    low, _ = band(pair, line['steps'])
    units, per = scale_of(pair)
    least = max(pair['quantityMin'], ceil(int(pair['notionalMin']) * per, low * units))
    lots = min(max(want, least), min(floor(line['free'], per_lot), pair['quantityMax']))
    if lots < least:
        return None
    return {'symbol': pair['symbol'], 'side': 'sell', 'lots': lots, 'budget': None, 'ticks': low}


def buy(pair, debt, dollars, worth):
    if dollars is None:
        return None
    _, high = band(pair, debt['steps'])
    least = max(2 * int(pair['notionalMin']), worth_of(pair, high, pair['quantityMin']))
    most = min(dollars['free'], worth_of(pair, high, pair['quantityMax']))
    budget = min(max(ceil(worth, unit_of(dollars)), least), most)
    if budget < least:
        return None
    return {'symbol': pair['symbol'], 'side': 'buy', 'lots': 0, 'budget': str(budget), 'ticks': high}


def sale_for(lines, pairs, debt, need):
    missing = need + ceil(need * FEE, ONE)
    in_worth = (missing - debt['free'] if missing > debt['free'] else 1) * unit_of(debt)
    pair = next((each for each in pairs if each['baseId'] == debt['assetId']), None)
    dollars = next((line for line in lines if line['symbol'] is None and line['code'] == 'USDT'), None)
    wanted = in_worth if debt['symbol'] is None or pair is None else gross(in_worth, pair)
    in_hand = dollars['free'] * unit_of(dollars) if debt['symbol'] is not None and dollars else 0
    if in_hand >= wanted and pair:
        found = buy(pair, debt, dollars, wanted)
        if found:
            return found
    others = [line for line in lines if line['assetId'] != debt['assetId'] and line['symbol'] and line['free'] > 0]
    for line in sorted(others, key=lambda each: -each['free'] * unit_of(each)):
        own = next((each for each in pairs if each['symbol'] == line['symbol']), None)
        found = own and sell(own, line, wanted - in_hand if wanted > in_hand else 1)
        if found:
            return found
    return buy(pair, debt, dollars, wanted) if debt['symbol'] is not None and pair else None


def margin_lines(r):
    lines = []
    for line in r['lines']:
        tick = next((t for t in r['ticks'] if t['symbol'] == line['symbol']), None)
        if line['symbol'] is not None and tick is None:
            return [], ['no tick']
        own = (1 if line['code'] == 'USDT' else 0) if tick is None else steps_of(tick['price'], line['priceDecimals'])
        amounts = {name: int(line[name]) for name in ('has', 'free', 'owes', 'overdue')}
        lines.append({**line, **amounts, 'steps': own})
    return lines, ['tick time'] if any(t['at'] > r['at'] for t in r['ticks']) else []


def loan_call(r):
    lines, bad = margin_lines(r)
    worth, debt = risk(lines)
    rate = None if debt == 0 else str(floor(worth * 10000, debt))
    bad += [] if rate == r['riskRate'] else ['risk rate']
    reached = [bound for bound in (12000, 13000) if worth * 10000 < debt * bound]
    return bad + ([] if reached[:1] == [r['bound']] else ['bound'])


def loan_interest(r):
    each, unit, bad = r['loan'], 2400000000, []
    hours = r['hours']
    if not 1 <= len(hours) <= 24:
        return ['hours']
    bad += [] if r['at'] == each['openedAt'] + (24 * r['day'] + len(hours) - 1) * 3600000 else ['at']
    rest, total = int(r['carry']), 0
    bad += [] if rest < unit and (r['day'] > 0 or rest == 0) else ['carry']
    rate = int(each['lateRate'] if r['day'] >= each['days'] else each['dailyRate'])
    for before, hour in zip([None] + hours, hours):
        bad += ['base'] if before and int(hour['base']) > int(before['base']) else []
        charged, rest = divmod(rest + int(hour['base']) * rate, unit)
        bad += [] if str(charged) == hour['charged'] else ['charged']
        total += charged
    return bad + ([] if str(total) == r['charged'] else ['sum'])


def loan(r):
    lines, bad = margin_lines(r)
    worth, debt = risk(lines)
    seized = worth * 10000 < debt * 11000 or any(line['overdue'] > 0 for line in lines)
    bad += ['safe'] if r['isFirst'] and not seized else []
    rate = None if debt == 0 else str(floor(worth * 10000, debt))
    bad += [] if rate == r['riskRate'] else ['risk rate']
    after, repayments = repay(lines)
    left = needs(after, max([int(pair['takerFee']) for pair in r['pairs']], default=0))
    state, sale = 'over' if not left else 'short', None
    for line, need in left:
        sale = sale_for(after, r['pairs'], line, need)
        if sale:
            state = 'selling'
            break
    step = {'state': state, 'repayments': repayments, 'sale': sale}
    return bad + ([] if step == r['step'] else ['step'])


def base64url(text):
    import base64

    return base64.urlsafe_b64encode(hashlib.sha256(text.encode()).digest()).decode().rstrip('=')


def liabilities(r):
    a, bad = r['asset'], []
    indexes = [part['index'] for part in r['parts']]
    bad += ['parts'] if len(indexes) != 2 or indexes[0] == indexes[1] else []
    for number, part in enumerate(r['parts']):
        amounts = [part['equity'], part['debt']]
        if not all(re.fullmatch(r'0|[1-9]\d{0,39}', each) for each in amounts):
            return ['amount']
        fields = ['liabilities-1', r['tree'], a['id'], r['holder'], number, *amounts, part['salt']]
        node = (base64url('\0' + '|'.join(str(field) for field in fields)), int(amounts[0]), int(amounts[1]))
        way = sides(part['index'], a['size'])
        if way is None or len(way) != len(part['path']):
            return ['path']
        for side, other in zip(way, part['path']):
            if not re.fullmatch(r'[\w-]{43}( (0|[1-9]\d{0,39})){2}', other):
                return ['node']
            name, equity, debt = other.split(' ')
            pair = [(name, int(equity), int(debt)), node] if side == 'left' else [node, (name, int(equity), int(debt))]
            text = '\1' + '|'.join(f'{each[0]}|{each[1]}|{each[2]}' for each in pair)
            node = (base64url(text), pair[0][1] + pair[1][1], pair[0][2] + pair[1][2])
            bad += ['sum'] if max(node[1], node[2]) >= 10**40 else []
        bad += [] if node == (a['hash'], int(a['equity']), int(a['debt'])) else ['root of the asset']
    line = ['liabilities-1', a['id'], a['code'], a['scale'], a['size'], a['equity'], a['debt'], a['hash']]
    node = base64url('\0' + '|'.join(str(field) for field in line))
    way = sides(a['index'], a['assets'])
    if way is None or len(way) != len(a['path']):
        return ['path of the asset']
    for side, other in zip(way, a['path']):
        node = base64url('\1' + (other + node if side == 'left' else node + other))
    return bad + ([] if node == r['root'] else ['root'])


FORMS = {
    'count': lambda x: type(x) is int and 0 <= x <= 2**53 - 1,
    'whole': lambda x: type(x) is int and abs(x) <= 2**53 - 1,
    'units': lambda x: matches(x, r'0|[1-9]\d{0,39}'),
    'signed units': lambda x: matches(x, r'0|-?[1-9]\d{0,39}'),
    'price': lambda x: matches(x, r'\d{1,20}(\.\d{1,18})?'),
    'hash': lambda x: matches(x, r'[0-9a-f]{64}'),
    'salt': lambda x: matches(x, r'[0-9a-f]{32}'),
    'short hash': lambda x: matches(x, r'[\w-]{43}'),
    'node': lambda x: matches(x, r'[\w-]{43}( (0|[1-9]\d{0,39})){2}'),
    'day': lambda x: matches(x, r'\d{4}-\d{2}-\d{2}'),
    'number': lambda x: matches(x, r'[1-9]\d{0,15}'),
    'code': lambda x: matches(x, r'[^|\s]{1,20}'),
    'name': lambda x: isinstance(x, str) and 1 <= length(x) <= 200,
    'text': lambda x: isinstance(x, str) and length(x) <= 4000,
    'yes or no': lambda x: isinstance(x, bool),
}


def length(text):
    # A half of a letter is a UnicodeEncodeError, which is a ValueError: the receipt is malformed.
    return len(text.encode('utf-16-le')) // 2


def matches(value, pattern):
    return isinstance(value, str) and re.fullmatch(pattern, value, re.ASCII) is not None


def tree_of(lines):
    root = {'form': 'object', 'parts': {}}
    for line in lines:
        path, form = line.split(': ', 1)
        node = root
        for part in re.findall(r'[^.\[\]]+|\[\d*\]', path):
            node = node['parts'].setdefault(part, {'form': '', 'parts': {}})
        node['form'] = form
    return root


def shaped(node, value):
    form, parts = node['form'], node['parts']
    if value is None:
        return ' or null' in form
    form = form.replace(' or null', '').replace(' or absent', '')
    if form == 'list':
        return isinstance(value, list) and all(shaped(parts['[]'], each) for each in value)
    if '[0]' in parts:
        return (
            isinstance(value, list)
            and len(value) == len(parts)
            and all(shaped(parts[f'[{at}]'], each) for at, each in enumerate(value))
        )
    if '*' in parts:
        return isinstance(value, dict) and all(FORMS['name'](key) and shaped(parts['*'], value[key]) for key in value)
    if parts:
        absent = {key for key, part in parts.items() if ' or absent' in part['form']}
        return (
            isinstance(value, dict)
            and set(parts) - absent <= set(value) <= set(parts)
            and all(shaped(parts[key], each) for key, each in value.items())
        )
    return any(value == each[1:-1] if each[0] == '"' else FORMS[each](value) for each in form.split(' | '))


CHECKS = {
    'options-1': options,
    'futures-1': futures,
    'futures-open-1': futures_open,
    'futures-overnight-1': overnight,
    'convert-1': convert,
    'ieo-payment-1': ieo_payment,
    'stock-action-1': stock_action,
    'loan-call-1': loan_call,
    'loan-interest-1': loan_interest,
    'house-1': house,
    'mining-1': mining,
    'conditional-1': conditional,
    'game-1': game,
    'ieo-3': ieo,
    'ieo-2': old_ieo,
    'ieo-list-1': ieo_list,
    'ieo-claims-1': ieo_claims,
    'quiz-3': quiz,
    'quiz-2': quiz,
    'quiz-bets-2': quiz_bets,
    'quiz-bets-1': quiz_bets,
    'quiz-bet-2': quiz_bet,
    'quiz-bet-1': quiz_bet,
    'nft-box-1': box,
    'fixing-1': fixing,
    'invest-1': invest,
    'loan-1': loan,
    'liabilities-1': liabilities,
}


def check(receipt, trees):
    try:
        rule = receipt['rule']
        if rule in trees and not shaped(trees[rule], receipt):
            return ['shape']
        return ticks(receipt) + CHECKS[receipt['rule']](receipt)
    except (KeyError, TypeError, ValueError, IndexError, AttributeError, ZeroDivisionError) as failure:
        return [f'malformed: {failure!r}']


if __name__ == '__main__':
    given = json.load(sys.stdin)
    trees = {rule: tree_of(lines) for rule, lines in given['fields'].items()}
    print(json.dumps({each['kind']: [check(receipt, trees) for receipt in each['receipts']] for each in given['kinds']}))
