const MS_PER_DAY = 86_400_000;

/** Points of one intake: prices with multiplicative noise, some asks, two currencies, a year of sales. */
export function madePoints(random, count) {
  const level = 1_000 + random() * 100_000;
  const now = Date.now();
  return Array.from({ length: count }, (_, index) => {
    const externalId = `${index}-${Math.floor(random() * 1e9)}`;
    return {
      ...{ dedupeKey: `ext_${externalId}`, externalId, title: '1921 D Morgan dollar, silver, in good condition' },
      url: `https://coins.example/lots/${externalId}`,
      priceCents: Math.max(1, Math.round(level * Math.exp((random() + random() - 1) * 0.5))),
      currency: index % 5 === 0 ? 'USD' : 'EUR',
      priceType: index % 7 === 0 ? 'ask' : 'sold',
      observedAt: now - Math.floor(random() * 390) * MS_PER_DAY,
      matchPerMille: 500 + Math.floor(random() * 501),
      ...{ shippingCents: null, lotSize: null, bestOffer: false, unsold: false, seller: null, grade: 'VF' },
      ...{ details: { cabinet: 'A' }, responseId: null, rowNumber: index + 1 },
    };
  });
}
