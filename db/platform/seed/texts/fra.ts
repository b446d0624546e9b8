// The seeded texts in French.

import type { LanguageTexts } from './shape'

export const fra: LanguageTexts = {
  documents: {
    faq: {
      title: 'Questions fréquentes',
      sections: [
        [
          'Comment ouvrir un compte ?',
          'Sur la page d’inscription, saisissez votre adresse e-mail ou votre numéro de mobile, le code à six chiffres que nous vous envoyons et un mot de passe. Vous pouvez ensuite vous connecter et négocier aussitôt.',
        ],
        [
          'Je ne reçois pas le code de vérification.',
          'Vérifiez vos courriers indésirables ainsi que l’adresse ou le numéro saisi. Vous pouvez demander un autre code après une minute. Un code est valable dix minutes ; un nouveau code remplace le précédent.',
        ],
        [
          'J’ai oublié mon mot de passe.',
          'Choisissez « Mot de passe oublié » sur la page de connexion. Pour votre sécurité, tous les appareils sont déconnectés lorsque vous définissez un nouveau mot de passe.',
        ],
        [
          'Quelle différence entre un ordre limite et un ordre au marché ?',
          'Un ordre limite s’exécute uniquement à votre prix ou mieux. Un ordre au marché s’exécute immédiatement contre les ordres du carnet. Pour vous protéger lorsque les cours bougent vite, l’ordre au marché a lui aussi un prix limite ; ce qui ne peut s’exécuter dans cette limite est annulé.',
        ],
        [
          'Pourquoi une partie de mon solde est-elle indisponible ?',
          'Le montant nécessaire à un ordre ouvert est réservé jusqu’à son exécution ou son annulation. Après annulation, il redevient aussitôt disponible.',
        ],
        [
          'Quels sont les frais ?',
          'Le trading spot coûte 0,1 %, pour le maker comme pour le taker. Les frais sont prélevés dans la devise reçue, et toute fraction de la plus petite unité est arrondie au supérieur. La page de négociation indique les frais de chaque paire.',
        ],
        [
          'Les transferts entre portefeuilles sont-ils payants ou longs ?',
          'Non. Ils sont gratuits et immédiats. Les ordres spot utilisent le solde du portefeuille Spot.',
        ],
        [
          'Mon ordre n’a pas été accepté.',
          'Un ordre doit respecter la quantité minimale, le pas de cotation, la valeur minimale (5 USDT pour les paires en USDT) et les limites de prix de la paire. La page indique la règle en cause et la valeur acceptable la plus proche.',
        ],
        [
          'Comment effectuer un dépôt ?',
          'Dans Actifs, Dépôt, choisissez une crypto et son réseau, puis envoyez à l’adresse affichée : uniquement cette crypto sur ce réseau, avec le mémo s’il y en a un. Le crédit est automatique dès que le réseau a donné le nombre de confirmations indiqué. Les virements bancaires sont réservés aux comptes vérifiés.',
        ],
        [
          'Comment retirer, et en combien de temps ?',
          'Enregistrez d’abord l’adresse : par sécurité, une adresse nouvelle ou modifiée est utilisable après 24 heures. Les frais, le minimum et votre plafond du jour figurent sur le formulaire. Deux personnes de notre équipe contrôlent chaque retrait ; tant qu’elles n’ont pas décidé, vous pouvez l’annuler.',
        ],
        [
          'Pourquoi et comment vérifier mon identité ?',
          'Sans vérification, vous pouvez retirer jusqu’à 0,05 BTC en 24 heures. Le niveau 1 demande votre nom et le numéro d’un document, le niveau 2 des photos de ce document ; le plafond passe alors à 200 puis à 500 BTC. Seuls nos vérificateurs voient vos documents.',
        ],
        [
          'Comment activer la double authentification ?',
          'Dans Paramètres, Sécurité, ajoutez une application d’authentification ou une clé d’accès, et gardez les codes de récupération en lieu sûr. Un mot de passe de paiement protège encore davantage. Après un changement, les retraits sont suspendus pendant 24 heures.',
        ],
      ],
    },
    contactus: {
      title: 'Nous contacter',
      sections: [
        [
          'Comment nous joindre',
          'Les moyens de nous joindre figurent sur cette page. Dans votre message, votre identifiant, la description du problème, l’heure et le numéro d’ordre éventuel nous aident à répondre plus vite.',
        ],
        [
          'Pour votre sécurité',
          'Nos équipes ne vous demanderont jamais votre mot de passe ni un code de vérification, ni d’envoyer des fonds à une adresse. Si cela arrive, ne répondez pas et prévenez-nous.',
        ],
        [
          'Si vous pensez que quelqu’un d’autre utilise votre compte',
          'Réinitialisez immédiatement votre mot de passe : tous les appareils seront déconnectés. Contactez-nous ensuite.',
        ],
      ],
    },
    aboutus: {
      title: 'À propos de {{site}}',
      sections: [
        [
          'Notre activité',
          '{{site}} est un service de négociation de crypto-actifs destiné aux particuliers : trading spot, gestion des actifs et données de marché, en huit langues, sur mobile et sur ordinateur.',
        ],
        [
          'Équitable',
          'Les ordres sont exécutés selon la priorité de prix, puis de temps, et rien d’autre. Nulle part dans le système un opérateur ne peut fixer un prix ou l’issue d’une transaction. Chaque cours est numéroté et lié au précédent par une empreinte cryptographique ; aucun ne peut être remplacé après coup.',
        ],
        [
          'Exact',
          'Chaque mouvement est inscrit en partie double et vérifié jusqu’à la plus petite unité. Les écritures ne sont jamais modifiées, et votre historique reste accessible dans « Relevé ».',
        ],
        [
          'À propos de la liquidité',
          'Afin que vous puissiez négocier à tout moment, nous pouvons nous-mêmes afficher des prix sur une paire. Nos ordres obéissent exactement aux mêmes règles que les vôtres.',
        ],
      ],
    },
    terms: {
      title: 'Conditions d’utilisation',
      sections: [
        [
          'Qui peut utiliser {{site}}',
          'Vous êtes majeur là où vous vivez, agissez pour vous-même et donnez des informations exactes. Les services qui ne sont pas proposés dans votre pays vous sont fermés.',
        ],
        [
          'Votre compte',
          'Le compte est strictement personnel. Protégez mots de passe, codes et appareils, et prévenez-nous aussitôt si quelqu’un d’autre a pu l’utiliser.',
        ],
        [
          'Ordres et prix',
          'Les ordres s’exécutent par prix, puis par heure. Personne, pas même {{site}}, ne peut fixer un prix ou un résultat. Ce qui est exécuté est définitif. Les frais et le montant reçu sont affichés avant la confirmation.',
        ],
        [
          'Dépôts et retraits',
          'N’envoyez que la crypto, le réseau et le mémo affichés : tout autre envoi peut être perdu. Deux personnes contrôlent chaque retrait, dans la limite de votre niveau de vérification.',
        ],
        [
          'Risques',
          'Le prix des cryptoactifs varie vite et vous pouvez perdre tout ce que vous avez engagé. Avec l’effet de levier et les options, cela peut arriver en quelques instants. N’engagez que ce que vous pouvez perdre.',
        ],
        [
          'Restrictions',
          'Nous pouvons restreindre un compte si la loi ou la sécurité des clients l’exige. Vous en êtes informé et pouvez nous écrire ; ce qui est à vous le reste.',
        ],
        [
          'Modifications',
          'Toute modification est annoncée dans les actualités avant de s’appliquer. Si vous n’êtes pas d’accord, vous pouvez retirer vos actifs et cesser d’utiliser le service.',
        ],
      ],
    },
    operational_compliance: {
      title: 'Fonctionnement et conformité',
      sections: [
        [
          'Vérification d’identité',
          'Pour vous protéger et protéger le marché, nous vérifions l’identité selon le service utilisé. La vérification de base (Lv1) permet des retraits jusqu’à 200 BTC par 24 heures et des opérations en monnaie fiduciaire jusqu’à 2 000 USDT par ordre ; la vérification avancée (Lv2), jusqu’à 500 BTC par 24 heures et 1 000 000 USDT par ordre. Certaines fonctions sont fermées pendant l’examen.',
        ],
        [
          'Lutte contre le blanchiment',
          'Pour prévenir le blanchiment de capitaux et le financement du terrorisme, nous surveillons les opérations et pouvons demander l’origine des fonds. Sans réponse, nous pouvons restreindre un compte.',
        ],
        [
          'Ce qui est interdit',
          'Le service n’est pas ouvert aux mineurs, aux personnes visées par des sanctions applicables, ni là où la loi ne le permet pas. L’inscription au nom d’autrui, la manipulation de marché, les opérations fictives et l’accès non autorisé sont interdits. Le système empêche vos propres ordres de s’exécuter entre eux.',
        ],
        [
          'Conservation des soldes',
          'Les soldes de chaque client figurent dans un registre qui lui est propre. Un opérateur ne peut pas modifier un solde ; une correction exige deux personnes et reste visible comme écriture motivée.',
        ],
        [
          'Données personnelles',
          'Les données personnelles servent uniquement à fournir le service, à vérifier l’identité et à respecter nos obligations légales. Les mots de passe et les codes sont conservés sous une forme irréversible ; nos équipes ne peuvent pas les voir.',
        ],
        [
          'Risques',
          'Les cours des crypto-actifs peuvent varier fortement et vous pouvez perdre tout ou partie de votre argent. Ne négociez que ce que vous pouvez vous permettre de perdre et ce que vous comprenez. Rien sur ce site ne constitue un conseil en investissement.',
        ],
      ],
    },
  },
  articles: {
    risk_notice: {
      title: 'Avant de négocier',
      abstract: 'Négocier des crypto-actifs peut entraîner des pertes.',
      paragraphs: [
        'Les cours des crypto-actifs peuvent beaucoup varier en peu de temps. Ne négociez qu’avec de l’argent que vous pouvez vous permettre de perdre, selon votre propre jugement.',
        'Nos équipes ne vous demanderont jamais votre mot de passe ni un code de vérification. Ne répondez à personne qui le ferait.',
      ],
    },
    matching: {
      title: 'Comment les ordres sont exécutés',
      abstract: 'Le prix d’abord, puis le temps. L’opérateur ne fait pas exception.',
      paragraphs: [
        'Dans les carnets de {{site}}, le meilleur prix s’exécute en premier ; à prix égal, l’ordre le plus ancien. Un ordre réduit garde sa place ; un ordre dont le prix change ou qui augmente passe en dernier.',
        'Un ordre trop éloigné du prix indice est refusé, pour qu’une faute de frappe ne coûte rien. La page affiche le prix acceptable le plus proche.',
        'Les ordres que nous plaçons pour fournir de la liquidité obéissent aux mêmes règles.',
      ],
    },
    fees: {
      title: 'Frais de trading spot',
      abstract: '0,1 % pour tous les ordres. Transferts gratuits.',
      paragraphs: [
        'Le trading spot coûte 0,1 %, que l’ordre soit passif ou actif. Les frais sont prélevés sur ce que vous recevez : l’actif à l’achat, la devise de cotation à la vente.',
        'Toute fraction de la plus petite unité est arrondie au supérieur. Chaque prélèvement a sa propre ligne dans « Relevé ».',
        'Les transferts entre vos portefeuilles sont gratuits.',
      ],
    },
    account_safety: {
      title: 'Protéger votre compte',
      abstract: 'Trois habitudes évitent la plupart des intrusions.',
      paragraphs: [
        'Utilisez un mot de passe long, que vous n’employez nulle part ailleurs.',
        'Ne saisissez un code de vérification que pour une opération que vous faites vous-même. Quiconque vous en demande un par téléphone ou par message est un fraudeur.',
        'Déconnectez-vous des appareils partagés. En cas de doute, la réinitialisation du mot de passe déconnecte tous les appareils.',
      ],
    },
    banner_spot: {
      title: 'Les principaux crypto-actifs dans un seul compte',
      abstract: 'BTC, ETH et d’autres, à partir de petits montants.',
      paragraphs: [
        'Négociez BTC, ETH, SOL, XRP et d’autres actifs contre USDT, dès 5 USDT. Ordres limite, au marché, IOC, FOK et post-only.',
      ],
    },
    banner_fair: {
      title: 'Une exécution que personne ne peut fausser',
      abstract: 'Prix, puis temps. Un historique vérifiable.',
      paragraphs: [
        'Les ordres sont exécutés selon le prix, puis le temps, et rien d’autre. Aucun opérateur ne peut changer un prix ou une issue ; chaque cours est numéroté et lié par une empreinte.',
      ],
    },
    banner_safety: {
      title: 'Des soldes justes à la décimale près',
      abstract: 'Chaque mouvement en partie double.',
      paragraphs: [
        'Chaque variation de solde est une écriture en partie double, vérifiée jusqu’à la plus petite unité. Votre historique reste accessible dans « Relevé ».',
      ],
    },
  },
}
