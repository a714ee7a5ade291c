import { rupeesFromPaise } from '../../../model/money/money.ts';
import { type OrderTerms } from '../../../model/orders/order.ts';
import { type WordsProfile } from '../../../model/orders/platform-profile.ts';
import { type ModifyElement, type PlaceElement, type PlaceRequest } from '../../../ports/orders.ts';

/** A place request as the platform wants it. Not checked: `wire.ts` does that. */
export function placeBody(request: PlaceRequest, words: WordsProfile): unknown {
  return {
    orders: request.elements.map((element) => orderBody(element, words)),
    broker_id: request.brokerId,
  };
}

/** A modify request as the platform wants it. */
export function modifyBody(elements: readonly ModifyElement[], words: WordsProfile): unknown {
  return {
    orders: elements.map(({ orderId, terms }) => ({
      order_id: orderId,
      order_info: orderInfo(terms, words),
    })),
  };
}

function orderBody(element: PlaceElement, words: WordsProfile): unknown {
  return {
    user_tag: element.tag,
    extra_tags: element.extraTags,
    instrument_id: element.instrumentId,
    symbol: element.symbol,
    side: word(words.side, element.side),
    quantity: element.quantityUnits,
    product_type: word(
      { intraday: words.product.intraday, 'carry-forward': words.product.carryForward },
      element.product,
    ),
    order_info: orderInfo(element.terms, words),
  };
}

/** Null for what is no key, whatever the types say: no side must ever become another by default. */
function word<Key extends string>(words: Readonly<Record<Key, string>>, key: Key): string | null {
  return Object.hasOwn(words, key) ? words[key] : null;
}

function orderInfo(terms: OrderTerms, { orderType }: WordsProfile): unknown {
  switch (terms.kind) {
    case 'market':
      return {
        order_type: orderType.market,
        ref_price: rupeesFromPaise(terms.referencePricePaise),
      };
    case 'limit':
      return { order_type: orderType.limit, price: rupeesFromPaise(terms.pricePaise) };
    case 'stop':
      return {
        order_type: orderType.stop,
        trigger_price: rupeesFromPaise(terms.triggerPricePaise),
        limit_price: rupeesFromPaise(terms.limitPricePaise),
      };
  }
}
