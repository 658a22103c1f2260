import type { CategoryWords } from "./category-words.ts";

export const TECHNOLOGY: CategoryWords = {
  strong: `technology, tech company, artificial intelligence, ai, agi, asi, superintelligence, llm, language model,
    gpt, gpt 5, gpt 6, chatgpt, deepseek, lmarena, lm arena, chatbot arena, text arena, arena score, frontiermath,
    swe bench, arc agi, metr, epoch capabilities, humanity last exam, hle, hallucination, open weights, open source
    model, claude code, claude opus, claude sonnet, gemini 3, gemini 4, grok 4, grok 5, llama 4, llama 5, gemma,
    qwen, kimi, mistral, moltbook, turing test, alignment research, iphone, ipad, imac, macbook, apple watch, ios,
    android, airpods, vision pro, smartphone, robotaxi, waymo, self driving, fsd, full self driving, cybercab,
    optimus, humanoid, semiconductor, gpu, h100, h200, b200, ddr5, chip, asml, software, open source, programming,
    programmer, github, linux, windows 11, windows 12, browser, internet, cyberattack, cybersecurity, data breach,
    data center, quantum computing, quantum computer, qubit, vr headset, starlink, 5g, 6g, outage, cloudflare, stack
    overflow, wikipedia, app store, operating system, notepad, python, rust, javascript, macos, codex, vibe coded,
    gmail, imessage, sonnet, opus, mythos, hackernews, hacker news, ddr4, ram cost, prompt injection, google i o,
    wwdc, openai announce, openai release, anthropic announce, anthropic release, google release, google deepmind,
    nat friedman, alexandr wang, alex wang, jan leike, ilya, mira murati, thinking machines, yann lecun, geoffrey
    hinton, yudkowsky, p doom, replit, manus, minimax, nano banana, veo 3, veo 4, dall e, stable diffusion, suno,
    hugging face, huggingface, neurips, iclr, icml, arxiv, ubuntu, firefox, google chrome, chrome browser, vpn,
    ransomware, zero day, unicode, genai, generative, vibe code, tsmc, cpu, version control, compiler, typescript,
    haskell, bluesky, mastodon, sundar pichai, satya nadella, tim cook, jony ive, evtol, chatbot, neural network,
    deep learning, machine learning, reinforcement learning, transformer model, singularity, ai safety, ai
    alignment, foom, gpt 4, o3, o4, operon, data breaches, right to repair, smart glasses, foldable, usb c, siri,
    alexa, kindle, raspberry pi, smartwatch, folding phone, pixel 10, pixel 11, galaxy s26`,
  usual: `tech, openai, anthropic, claude, gemini, grok, xai, sam altman, altman, dario amodei, demis hassabis,
    sutskever, perplexity, midjourney, sora, deepmind, nvidia, tiktok, whatsapp, signal app, telegram, discord,
    robot, drone, battery, ev, electric vehicle, tesla model, roadster, cybertruck, copilot, supercharger,
    autopilot, hyperloop, zuckerberg, zuck, karpathy, computer, device, laptop, headset, app, api, benchmark,
    dataset, algorithm, automation, compute, context window, model release, frontier model, best model, lesswrong,
    chips act, tesla fsd, nuclear reactor, fusion energy, quantum, developer, uptime, downloads, spam, phone, new
    version of, chrome, cursor, windsurf, open sourced, hacker, hacked, encryption, password, internet
    archive, search engine, bot, engineer, tool for`,
  weak: `apple, google, microsoft, meta, amazon, tesla, musk, elon, elon musk, twitter, facebook, instagram, reddit,
    rail`,
  faint: "digital, online, website, release, launch, model, version, update, car, vehicle, train, flight",
};
