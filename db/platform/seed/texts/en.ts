// Seeded texts in English, also the fallback for other languages.

import type { LanguageTexts } from './shape'

export const en: LanguageTexts = {
  documents: {
    faq: {
      title: 'Frequently asked questions',
      sections: [
        [
          'How do I open an account?',
          'On the registration page, enter your e-mail address or mobile number, the six-digit code that we send to it, and a password. You can log in and trade straight away.',
        ],
        [
          'The verification code does not arrive.',
          'Please look in your spam folder and check the address or number that you entered. You can ask for another code after one minute. A code is good for ten minutes, and a new one replaces the old one.',
        ],
        [
          'I have forgotten my password.',
          'Choose "Forgot password" on the log-in page. When you set a new password, every device is logged out for your safety.',
        ],
        [
          'What is the difference between a limit and a market order?',
          'A limit order trades only at your price or better. A market order trades at once with the orders in the book. To protect you when prices move quickly, a market order has a worst price too; what cannot trade within it is cancelled.',
        ],
        [
          'Why is part of my balance not available?',
          'What an open order needs is held until the order is filled or cancelled. When you cancel, it is available again at once.',
        ],
        [
          'What are the fees?',
          'Spot trading costs 0.1%, for makers and takers alike. The fee is taken in the currency that you receive, and a fraction of the smallest unit is rounded up. The trading page shows the fee of each pair.',
        ],
        [
          'Do transfers between wallets cost anything or take time?',
          'No. They are free and immediate. Spot orders use the balance of the spot wallet.',
        ],
        [
          'My order was not accepted.',
          'An order must meet the minimum quantity, the price step, the minimum value (5 USDT on USDT pairs) and the price limits of its pair. The page names the rule that was missed and the nearest value that would be accepted.',
        ],
        [
          'How do I deposit?',
          'Under Assets, Deposit, choose a coin and its network and send to the address shown; only that coin on that network, with the memo where one is shown. It is credited by itself once the network has confirmed it as often as the page says. Bank transfers are open to verified accounts.',
        ],
        [
          'How do I withdraw, and how long does it take?',
          'Save the address first: for your safety a new or changed one can be used after 24 hours. Fee, minimum and your limit of the day stand on the form. Two of our staff check every withdrawal; until they have decided you can cancel it.',
        ],
        [
          'Why and how do I verify my identity?',
          'Without verification you can withdraw up to 0.05 BTC in 24 hours. Level 1 needs your name and document number, level 2 pictures of the document; they raise the limit to 200 and 500 BTC. Only our reviewers see your documents.',
        ],
        [
          'How do I turn on two-factor authentication?',
          'Under Settings, Security, add an authenticator app or a passkey and keep the recovery codes in a safe place. A withdrawal password is a further protection. After a change of these, withdrawals pause for 24 hours.',
        ],
      ],
    },
    contactus: {
      title: 'Contact us',
      sections: [
        [
          'How to reach us',
          'The ways to reach us are shown on this page. To help us answer faster, include your user ID, what happened and when, and the order number if there is one.',
        ],
        [
          'For your safety',
          'Our staff will never ask for your password or a verification code, and will never ask you to send funds to an address. If somebody does, do not answer, and let us know.',
        ],
        [
          'If you think that somebody else used your account',
          'Reset your password at once: this logs out every device. Then contact us.',
        ],
      ],
    },
    aboutus: {
      title: 'About {{site}}',
      sections: [
        [
          'What we do',
          '{{site}} is a crypto-asset trading service for individual customers: spot trading, asset management and market data, in eight languages, on the phone and on the desktop.',
        ],
        [
          'Fair',
          'Orders are matched by price and then by time, and by nothing else. There is no place in the system where an operator could set a price or the outcome of a trade. Every price tick is numbered and chained by a cryptographic hash to the one before, so none can be altered afterwards.',
        ],
        [
          'Exact',
          'Every movement is recorded in double-entry books that must agree to the last unit. Records are never edited, and your own history is always there for you under Statement.',
        ],
        [
          'About liquidity',
          'So that you can trade at any time, we may quote prices on a pair ourselves. Our orders obey exactly the same rules as yours.',
        ],
      ],
    },
    terms: {
      title: 'Terms of use',
      sections: [
        [
          'Who may use {{site}}',
          'You are of age where you live, act for yourself, and give true details. Services that are not offered in your country are closed to you.',
        ],
        [
          'Your account',
          'The account is yours alone. Keep passwords, codes and devices safe, and tell us at once if somebody else may have used it.',
        ],
        [
          'Orders and prices',
          'Orders match by price and then by time. Nobody, {{site}} included, can set a price or an outcome. What has been executed is final. Fees and what you receive are shown before you confirm.',
        ],
        [
          'Deposits and withdrawals',
          'Send only the coin, network and memo that the page shows: anything else may be lost. Withdrawals are checked by two people and are subject to the limits of your verification level.',
        ],
        [
          'Risk',
          'Prices of crypto-assets change quickly, and you can lose all that you have put in. With leverage and options this can happen within moments. Use only what you can afford to lose.',
        ],
        [
          'Restrictions',
          'We may restrict an account where the law or the safety of customers requires it. You are told, and can write to us; what is yours stays yours.',
        ],
        [
          'Changes',
          'Changes of these terms are announced in the news before they apply. If you do not agree, you can withdraw your assets and stop using the service.',
        ],
      ],
    },
    operational_compliance: {
      title: 'Operations and compliance',
      sections: [
        [
          'Identity verification',
          'To protect you and the market we verify identities in step with the service used. Basic verification (Lv1) allows withdrawals of up to 200 BTC in 24 hours and fiat trades of up to 2,000 USDT an order; advanced verification (Lv2) allows up to 500 BTC in 24 hours and 1,000,000 USDT an order. Some functions are closed while a review is under way.',
        ],
        [
          'Anti-money laundering',
          'To prevent money laundering and the financing of terrorism we monitor transactions and may ask about the origin of funds. Without an answer we may restrict an account.',
        ],
        [
          'What is not allowed',
          'The service is not open to minors, to persons under applicable sanctions, or where the law does not permit it. Registering in another person’s name, market manipulation, wash trading and unauthorised access are forbidden. The system itself prevents your own orders from trading with each other.',
        ],
        [
          'Custody of balances',
          'Each customer’s balances are kept in a ledger of their own. An operator cannot edit a balance; a correction needs two people and stays visible as an entry with its reason.',
        ],
        [
          'Personal data',
          'Personal data is used to provide the service, to verify identity and to meet legal duties, and for nothing else. Passwords and codes are stored in a form that cannot be turned back; our staff cannot see them.',
        ],
        [
          'Risk',
          'Prices of crypto-assets can move sharply, and you may lose some or all of your money. Trade only with what you can afford to lose and only what you understand. Nothing on this site is investment advice.',
        ],
      ],
    },
  },
  articles: {
    risk_notice: {
      title: 'Before you trade',
      abstract: 'You may lose money when you trade crypto-assets.',
      paragraphs: [
        'Prices of crypto-assets can move a long way in a short time. Trade only with money that you can afford to lose, on your own judgement.',
        'Our staff will never ask for your password or a verification code. Please do not answer anybody who does.',
      ],
    },
    matching: {
      title: 'How orders are matched',
      abstract: 'Price first, then time. The operator is no exception.',
      paragraphs: [
        'In the books of {{site}} the better price trades first; at the same price the earlier order does. An order that is made smaller keeps its place; one whose price changes or that grows goes to the back.',
        'An order too far from the index price is refused, so that a slip of the finger costs nothing. The page shows the nearest price that would be accepted.',
        'Orders that we place ourselves to provide liquidity obey the same rules.',
      ],
    },
    fees: {
      title: 'Spot trading fees',
      abstract: '0.1% for makers and takers. Transfers are free.',
      paragraphs: [
        'Spot trading costs 0.1% for makers and takers alike. It is taken in what you receive: the asset when you buy, the quote currency when you sell.',
        'A fraction of the smallest unit is rounded up. Each fee has its own line under Statement.',
        'Transfers between your wallets are free.',
      ],
    },
    account_safety: {
      title: 'Keep your account safe',
      abstract: 'Three habits prevent most break-ins.',
      paragraphs: [
        'Use a long password that you use nowhere else.',
        'Enter a verification code only for something that you are doing yourself. Whoever asks for one by telephone or message is a fraud.',
        'Log out on shared devices. If something looks wrong, resetting your password logs out every device.',
      ],
    },
    banner_spot: {
      title: 'Major crypto‑assets in one account',
      abstract: 'BTC, ETH and more, from small amounts.',
      paragraphs: [
        'Trade BTC, ETH, SOL, XRP and other main assets against USDT, from the value of 5 USDT. Limit, market, IOC, FOK and post-only orders are available.',
      ],
    },
    banner_fair: {
      title: 'Matching that nobody can bend',
      abstract: 'Price, then time. A market record you can verify.',
      paragraphs: [
        'Orders are matched by price and then by time, and by nothing else. No operator can change a price or an outcome, and every price tick is numbered and chained by a hash.',
      ],
    },
    banner_safety: {
      title: 'Balances exact to the last unit',
      abstract: 'Every movement in double-entry books.',
      paragraphs: [
        'Every change of a balance is an entry in double-entry books that must agree to the last unit. Your own history is always there under Statement.',
      ],
    },
  },
}
