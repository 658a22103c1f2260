import type { CategoryWords } from "./category-words.ts";

export const CRYPTO: CategoryWords = {
  certain: "fdv, airdrop, launch a token, public sale, auction clearing price",
  strong: `crypto, cryptocurrency, bitcoin, btc, ethereum, eth, solana, xrp, ripple, dogecoin, litecoin, cardano,
    chainlink, avalanche avax, avax, polkadot, tron trx, shiba inu, shib, pepe, bnb, monero, zcash, zec, hyperliquid,
    hype price, hype above, hype up, sui price, uniswap, ethena, aave, ton coin, worldcoin, stellar xlm, xlm,
    stablecoin, usdt, usdc, tether, usde, blockchain, defi, nft, memecoin, meme coin, altcoin, altseason, token launch,
    token sale, launch token, tge, on chain, onchain, layer 2, rollup, binance, kraken ipo, coinbase listing,
    microstrategy, satoshi, bitcoin reserve, pump fun, pumpfun, bonk, fartcoin, trump coin, crypto hack, halving,
    megaeth, monad, berachain, eigenlayer, starknet, zksync, arbitrum, optimism op, polygon matic, near protocol,
    lighter fdv, opensea, metamask, phantom wallet, ledger wallet, base token, jupiter jup, raydium, sol price, sol up,
    sol above, clarity act, genius act, coin launched, mt gox, vitalik, saylor, sbf, bankman fried, tornado cash,
    aster, milady, floor price`,
  usual: `coin, token, coinbase, strategy mstr, wallet, mining pool, seed phrase, staking, validator, dex, perps,
    ledger, sol, doge, ftx, cz, polymarket token, fork, mainnet, testnet, presale`,
  weak: "ada, up or down, exchange, depeg, protocol, market cap one day after launch",
};
