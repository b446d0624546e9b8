// The seeded texts in Spanish.

import type { LanguageTexts } from './shape'

export const spa: LanguageTexts = {
  documents: {
    faq: {
      title: 'Preguntas frecuentes',
      sections: [
        [
          '¿Cómo abro una cuenta?',
          'En la página de registro, introduzca su correo electrónico o número de móvil, el código de seis dígitos que le enviamos y una contraseña. Podrá iniciar sesión y operar de inmediato.',
        ],
        [
          'No recibo el código de verificación.',
          'Revise la carpeta de correo no deseado y la dirección o el número introducidos. Puede pedir otro código pasado un minuto. Cada código vale diez minutos y uno nuevo sustituye al anterior.',
        ],
        [
          'He olvidado mi contraseña.',
          'Elija «¿Olvidó su contraseña?» en la página de inicio de sesión. Por seguridad, al establecer una nueva contraseña se cierra la sesión en todos los dispositivos.',
        ],
        [
          '¿Qué diferencia hay entre una orden límite y una de mercado?',
          'Una orden límite solo se ejecuta a su precio o a uno mejor. Una orden de mercado se ejecuta al momento contra las órdenes del libro. Para protegerle cuando los precios se mueven deprisa, la orden de mercado también tiene un precio límite; lo que no pueda ejecutarse dentro de él se cancela.',
        ],
        [
          '¿Por qué parte de mi saldo no está disponible?',
          'El importe que necesita una orden abierta queda retenido hasta que se ejecuta o se cancela. Al cancelarla vuelve a estar disponible al instante.',
        ],
        [
          '¿Cuáles son las comisiones?',
          'Operar en spot cuesta un 0,1 %, tanto para órdenes pasivas como activas. La comisión se descuenta de la moneda que recibe y cualquier fracción de la unidad mínima se redondea al alza. La página de negociación muestra la comisión de cada par.',
        ],
        [
          '¿Las transferencias entre carteras tienen coste o tardan?',
          'No. Son gratuitas e inmediatas. Las órdenes spot usan el saldo de la cartera Spot.',
        ],
        [
          'Mi orden no fue aceptada.',
          'Una orden debe cumplir la cantidad mínima, el incremento de precio, el valor mínimo (5 USDT en los pares con USDT) y los límites de precio del par. La página indica la regla incumplida y el valor aceptable más cercano.',
        ],
        [
          '¿Cómo hago un depósito?',
          'En Activos, Depósito, elija una moneda y su red y envíe a la dirección que aparece: solo esa moneda por esa red, con el memo si lo hay. Se acredita automáticamente cuando la red lo ha confirmado las veces que indica la página. Las transferencias bancarias están abiertas a cuentas verificadas.',
        ],
        [
          '¿Cómo retiro y cuánto tarda?',
          'Guarde primero la dirección: por seguridad, una nueva o modificada se puede usar pasadas 24 horas. La comisión, el mínimo y su límite del día aparecen en el formulario. Dos personas de nuestro equipo revisan cada retiro; hasta que decidan puede cancelarlo.',
        ],
        [
          '¿Por qué y cómo verifico mi identidad?',
          'Sin verificación puede retirar hasta 0,05 BTC en 24 horas. El nivel 1 pide su nombre y el número de un documento, y el nivel 2, fotos del documento; el límite sube a 200 y a 500 BTC. Solo nuestros revisores ven sus documentos.',
        ],
        [
          '¿Cómo activo la verificación en dos pasos?',
          'En Ajustes, Seguridad, añada una aplicación de autenticación o una llave de acceso y guarde los códigos de recuperación en un lugar seguro. Una contraseña de pago protege aún más. Tras un cambio, los retiros se pausan 24 horas.',
        ],
      ],
    },
    contactus: {
      title: 'Contacto',
      sections: [
        [
          'Cómo contactarnos',
          'Las formas de contacto disponibles aparecen en esta página. En su mensaje, su identificador de usuario, lo ocurrido, la hora y el número de orden, si lo hay, nos ayudan a responder antes.',
        ],
        [
          'Por su seguridad',
          'Nuestro personal nunca le pedirá la contraseña ni un código de verificación, ni que envíe fondos a una dirección. Si alguien lo hace, no responda y avísenos.',
        ],
        [
          'Si cree que otra persona ha usado su cuenta',
          'Restablezca la contraseña de inmediato: se cerrará la sesión en todos los dispositivos. Después, contáctenos.',
        ],
      ],
    },
    aboutus: {
      title: 'Acerca de {{site}}',
      sections: [
        [
          'Qué hacemos',
          '{{site}} es un servicio de negociación de criptoactivos para particulares: operaciones spot, gestión de activos y datos de mercado, en ocho idiomas, en el móvil y en el ordenador.',
        ],
        [
          'Justo',
          'Las órdenes se casan por precio y después por tiempo, y por nada más. En ninguna parte del sistema puede un operador fijar un precio o el resultado de una operación. Cada cotización está numerada y enlazada con la anterior mediante un hash criptográfico, por lo que ninguna puede sustituirse después.',
        ],
        [
          'Exacto',
          'Cada movimiento se registra por partida doble y se comprueba hasta la unidad mínima. Los registros nunca se modifican y su historial está siempre disponible en «Extracto».',
        ],
        [
          'Sobre la liquidez',
          'Para que pueda operar en cualquier momento, nosotros también podemos ofrecer precios en un par. Nuestras órdenes obedecen exactamente las mismas reglas que las suyas.',
        ],
      ],
    },
    terms: {
      title: 'Condiciones de uso',
      sections: [
        [
          'Quién puede usar {{site}}',
          'Usted es mayor de edad donde vive, actúa por cuenta propia y da datos verdaderos. Los servicios que no se ofrecen en su país están cerrados para usted.',
        ],
        [
          'Su cuenta',
          'La cuenta es solo suya. Proteja contraseñas, códigos y dispositivos, y avísenos enseguida si otra persona ha podido usarla.',
        ],
        [
          'Órdenes y precios',
          'Las órdenes se ejecutan por precio y después por tiempo. Nadie, tampoco {{site}}, puede fijar un precio ni un resultado. Lo ejecutado es definitivo. La comisión y lo que recibe se muestran antes de confirmar.',
        ],
        [
          'Depósitos y retiros',
          'Envíe solo la moneda, la red y el memo que muestra la página: cualquier otro envío puede perderse. Dos personas revisan cada retiro, dentro de los límites de su nivel de verificación.',
        ],
        [
          'Riesgo',
          'Los precios de los criptoactivos cambian deprisa y puede perder todo lo que ha puesto. Con apalancamiento y opciones puede ocurrir en instantes. Use solo lo que pueda permitirse perder.',
        ],
        [
          'Restricciones',
          'Podemos restringir una cuenta cuando lo exija la ley o la seguridad de los clientes. Se le informa y puede escribirnos; lo suyo sigue siendo suyo.',
        ],
        [
          'Cambios',
          'Los cambios de estas condiciones se anuncian en las noticias antes de aplicarse. Si no está de acuerdo, puede retirar sus activos y dejar de usar el servicio.',
        ],
      ],
    },
    operational_compliance: {
      title: 'Operación y cumplimiento',
      sections: [
        [
          'Verificación de identidad',
          'Para protegerle a usted y al mercado, verificamos la identidad según el servicio utilizado. La verificación básica (Lv1) permite retiros de hasta 200 BTC en 24 horas y operaciones con dinero fiat de hasta 2000 USDT por orden; la avanzada (Lv2), hasta 500 BTC en 24 horas y 1 000 000 USDT por orden. Algunas funciones permanecen cerradas durante la revisión.',
        ],
        [
          'Prevención del blanqueo',
          'Para prevenir el blanqueo de capitales y la financiación del terrorismo supervisamos las operaciones y podemos preguntar por el origen de los fondos. Sin respuesta, podemos restringir una cuenta.',
        ],
        [
          'Lo que no está permitido',
          'El servicio no está abierto a menores, a personas sujetas a sanciones aplicables ni donde la ley no lo permita. Se prohíben el registro a nombre de otra persona, la manipulación del mercado, las operaciones ficticias y el acceso no autorizado. El sistema impide que sus propias órdenes se ejecuten entre sí.',
        ],
        [
          'Custodia de los saldos',
          'Los saldos de cada cliente se llevan en un libro propio. Ningún operador puede modificar un saldo; una corrección requiere a dos personas y queda visible como un asiento con su motivo.',
        ],
        [
          'Datos personales',
          'Los datos personales se usan para prestar el servicio, verificar la identidad y cumplir obligaciones legales, y para nada más. Las contraseñas y los códigos se guardan de forma irreversible; nuestro personal no puede verlos.',
        ],
        [
          'Riesgos',
          'Los precios de los criptoactivos pueden variar mucho y puede perder todo o parte de su dinero. Opere solo con lo que pueda permitirse perder y con lo que entienda. Nada en este sitio es asesoramiento de inversión.',
        ],
      ],
    },
  },
  articles: {
    risk_notice: {
      title: 'Antes de operar',
      abstract: 'Operar con criptoactivos puede causar pérdidas.',
      paragraphs: [
        'Los precios de los criptoactivos pueden variar mucho en poco tiempo. Opere solo con dinero que pueda permitirse perder y según su propio criterio.',
        'Nuestro personal nunca le pedirá la contraseña ni un código de verificación. No responda a quien lo haga.',
      ],
    },
    matching: {
      title: 'Cómo se ejecutan las órdenes',
      abstract: 'Primero el precio, después el tiempo. El operador no es una excepción.',
      paragraphs: [
        'En los libros de {{site}} se ejecuta primero el mejor precio; a igual precio, la orden más antigua. Una orden que se reduce conserva su lugar; si cambia el precio o aumenta, pasa al final.',
        'Una orden demasiado alejada del precio índice se rechaza, para que un error al teclear no cueste nada. La página muestra el precio aceptable más cercano.',
        'Las órdenes que colocamos para aportar liquidez obedecen las mismas reglas.',
      ],
    },
    fees: {
      title: 'Comisiones spot',
      abstract: '0,1 % para todas las órdenes. Transferencias gratuitas.',
      paragraphs: [
        'Operar en spot cuesta un 0,1 %, tanto en órdenes pasivas como activas. Se descuenta de lo que recibe: el activo al comprar, la moneda de cotización al vender.',
        'Cualquier fracción de la unidad mínima se redondea al alza. Cada comisión tiene su propia línea en «Extracto».',
        'Las transferencias entre sus carteras son gratuitas.',
      ],
    },
    account_safety: {
      title: 'Proteja su cuenta',
      abstract: 'Tres hábitos evitan la mayoría de los accesos indebidos.',
      paragraphs: [
        'Use una contraseña larga que no utilice en ningún otro sitio.',
        'Introduzca un código de verificación solo para algo que esté haciendo usted. Quien se lo pida por teléfono o por mensaje es un estafador.',
        'Cierre la sesión en dispositivos compartidos. Si algo le parece extraño, al restablecer la contraseña se cierra la sesión en todos los dispositivos.',
      ],
    },
    banner_spot: {
      title: 'Los principales criptoactivos en una sola cuenta',
      abstract: 'BTC, ETH y más, desde importes pequeños.',
      paragraphs: [
        'Opere con BTC, ETH, SOL, XRP y otros activos contra USDT, desde 5 USDT. Órdenes límite, de mercado, IOC, FOK y solo publicar.',
      ],
    },
    banner_fair: {
      title: 'Una ejecución que nadie puede torcer',
      abstract: 'Precio y después tiempo. Un registro verificable.',
      paragraphs: [
        'Las órdenes se casan por precio y después por tiempo, y por nada más. Ningún operador puede cambiar un precio o un resultado; cada cotización está numerada y enlazada por un hash.',
      ],
    },
    banner_safety: {
      title: 'Saldos exactos hasta la última unidad',
      abstract: 'Cada movimiento por partida doble.',
      paragraphs: [
        'Cada cambio de saldo es un asiento por partida doble, comprobado hasta la unidad mínima. Su historial está siempre en «Extracto».',
      ],
    },
  },
}
