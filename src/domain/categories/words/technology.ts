import type { CategoryWords } from "./category-words.ts";

export const TECHNOLOGY: CategoryWords = {
  strong: `technology, tech company, artificial intelligence, ai, agi, asi, superintelligence, llm, language model, gpt,
    gpt 5, gpt 6, chatgpt, deepseek, lmarena, lm arena, chatbot arena, text arena, arena score, frontiermath, swe
    bench, arc agi, metr, epoch capabilities, humanity last exam, hle, hallucination, open weights, open source model,
    claude code, claude opus, claude sonnet, gemini 3, gemini 4, grok 4, grok 5, llama 4, llama 5, gemma, qwen, kimi,
    mistral, moltbook, turing test, alignment research, iphone, ipad, imac, macbook, apple watch, ios, android,
    airpods, vision pro, smartphone, robotaxi, waymo, self driving, fsd, full self driving, cybercab, optimus,
    humanoid, semiconductor, gpu, h100, h200, b200, ddr5, chip, asml, software, open source, programming, programmer,
    github, linux, windows 11, windows 12, browser, internet, cyberattack, cybersecurity, data breach, data center,
    quantum computing, quantum computer, qubit, vr headset, starlink, 5g, 6g, outage, cloudflare, stack overflow,
    wikipedia, app store, operating system, notepad, python, rust, javascript, macos, codex, vibe coded, gmail,
    imessage, sonnet, opus, mythos, hackernews, hacker news, ddr4, ram cost, prompt injection`,
  usual: `tech, openai, anthropic, claude, gemini, grok, xai, sam altman, altman, dario amodei, demis hassabis,
    sutskever, perplexity, midjourney, sora, deepmind, nvidia, tiktok, whatsapp, signal app, telegram, discord, robot,
    drone, battery, ev, electric vehicle, tesla model, roadster, cybertruck, copilot, supercharger, autopilot,
    hyperloop, zuckerberg, zuck, karpathy, computer, device, laptop, headset, app, api, benchmark, dataset, algorithm,
    automation, compute, context window, model release, frontier model, best model, lesswrong, chips act, tesla fsd,
    nuclear reactor, fusion energy, quantum, developer, uptime, downloads, spam, phone`,
  weak: "apple, google, microsoft, meta, amazon, tesla, musk, elon, elon musk, twitter, facebook, instagram, reddit, rail",
  faint: "digital, online, website, release, launch, model, version, update, car, vehicle, train, flight",
};
