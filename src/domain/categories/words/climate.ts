import type { CategoryWords } from "./category-words.ts";

export const CLIMATE: CategoryWords = {
  strong: `climate, climate change, global warming, weather, temperature, hurricane, tropical storm, cyclone,
    typhoon, tornado, earthquake, tsunami, rain, snow, rainfall, snowfall, precipitation, hottest, hottest year,
    hottest month, heat wave, heatwave, wildfire, acres burned, volcano, supervolcano, volcanic, eruption, erupt,
    flood, flooding, drought, blizzard, celsius, fahrenheit, degrees, el nino, la nina, sea ice, arctic ice, sea
    level, natural disaster, emissions, co2, carbon dioxide, carbon emissions, paris agreement, net zero, air
    quality, aqi, white christmas, named storm, landfall, lightning strike, geomagnetic, tornadoes, volcanoes, temp
    below, temp above`,
  usual: `storm, greenhouse, carbon, renewable, solar power, wind power, power grid, ercot, polar vortex, noaa,
    humidity, warming, richter, magnitude, fire season, kilauea, aquifer, smog, monsoon, sandstorm, avalanche
    danger, air pollution, gallons of water, rainiest, snowiest, coldest, warmest`,
  weak: "ice storm",
  faint: "fire, heat, cold, solar, winter, wind",
};
